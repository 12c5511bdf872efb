// Routes of /operator/organizations/{id}/branding: approve, reject or remove the branding of an organization.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  BrandingApprovalSchema,
  BrandingRejectionSchema,
  type OrganizationBranding,
  OrganizationBrandingSchema,
  RevisionQuerySchema,
} from '../../branding/branding-schemas.ts';
import { type BrandingRecord, findBranding, loadLogoFile } from '../../branding/branding-store.ts';
import { presentBrandingState } from '../../branding/branding-view.ts';
import { logoDigest, logoFile } from '../../branding/logo-file.ts';
import { decideBranding, removeBranding } from '../../branding/system/decide-branding.ts';
import type { ConsoleContext } from '../console-context.ts';
import { loadOrganization, noOrganization, organizationIdOf, organizationParams } from './account-routes.ts';

const path = '/organizations/:id/branding';
const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });

const decided = {
  200: answer(OrganizationBrandingSchema, 'The branding of the organization.'),
  404: noOrganization,
  409: answer(ErrorSchema, 'The branding has changed, or none waits for approval.', [
    problemExample(
      'revision_outdated',
      'The branding was changed after you loaded it. Reload it, then apply your change again.',
      { param: 'revision' },
    ),
    problemExample('branding_not_pending', 'No branding of this organization waits for approval.'),
  ]),
};

export const brandingOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path,
    role: 'viewer',
    id: 'organizations.getBranding',
    summary: 'Retrieve the branding of an organization',
    description: 'Returns the branding that customers see and the one that waits for approval.',
    params: organizationParams,
    responses: {
      200: answer(OrganizationBrandingSchema, 'The branding of the organization.'),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      return present(context, id, await findBranding(context.system, id));
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/approve`,
    role: 'admin',
    id: 'organizations.approveBranding',
    summary: 'Approve a branding',
    description:
      'Shows the branding that waits for approval to customers: on the tracking page, in e-mails, in the portal and on ' +
      'statements. `revision` is the one that you have seen: if the partner has submitted another branding meanwhile, ' +
      'nothing changes.',
    params: organizationParams,
    body: ref(BrandingApprovalSchema),
    responses: decided,
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const decision = { revision: request.body.revision, rejectionReason: null };
      return publish(context, id, await decideBranding(context, id, decision, operatorActor(request)));
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/reject`,
    role: 'admin',
    id: 'organizations.rejectBranding',
    summary: 'Reject a branding',
    description:
      'Rejects the branding that waits for approval. Customers see the live one. The partner reads `reason` in the portal ' +
      'and can submit a corrected branding.',
    params: organizationParams,
    body: ref(BrandingRejectionSchema),
    responses: decided,
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const { revision, reason } = request.body;
      const decision = { revision, rejectionReason: reason.trim() };
      return publish(context, id, await decideBranding(context, id, decision, operatorActor(request)));
    },
  }),

  operation({
    method: 'DELETE',
    path,
    role: 'admin',
    id: 'organizations.removeBranding',
    summary: 'Remove the live branding',
    description:
      'Customers see the default look at once. A branding that waits for approval still waits afterwards.',
    params: organizationParams,
    query: RevisionQuerySchema,
    responses: decided,
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const { revision } = request.query;
      return publish(context, id, await removeBranding(context, id, revision, operatorActor(request)));
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/logos/:file`,
    role: 'viewer',
    id: 'organizations.getBrandingLogo',
    summary: 'Retrieve a logo of an organization',
    description: 'Returns a logo of the branding as PNG file, also before its approval.',
    params: Type.Object({
      ...organizationParams.properties,
      file: Type.String({ description: 'Id of the logo, followed by `.png`.' }),
    }),
    produces: 'image/png',
    responses: {
      200: {
        description: 'The logo.',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      // With its own media type: `produces` applies to responses without one.
      404: {
        description: 'There is no such organization or logo.',
        content: {
          'application/json': {
            schema: ref(ErrorSchema),
            example: problemExample('not_found', 'No logo exists at this address.'),
          },
        },
      },
    },
    handler: async ({ context: { system }, request }) => {
      const { id, file } = request.params;
      return logoFile(await loadLogoFile(system, organizationIdOf(id), logoDigest(file)));
    },
  }),
];

/** Open portal pages of the partner show the decision at once. */
function publish(context: ConsoleContext, id: string, record: BrandingRecord): Promise<OrganizationBranding> {
  context.portalChanges.announce({ kind: 'branding', account_id: id });
  return present(context, id, record);
}

async function present(
  context: ConsoleContext,
  id: string,
  record: BrandingRecord,
): Promise<OrganizationBranding> {
  const { name: organizationName } = await loadOrganization(context, id);
  const logoUrl = (digest: string) => `${operatorPrefix}/organizations/${id}/branding/logos/${digest}.png`;
  const { companyName, maskedNumbers } = context;
  const canCallCrew = maskedNumbers.length > 0;
  return presentBrandingState(record, { organizationName, companyName, canCallCrew }, logoUrl);
}
