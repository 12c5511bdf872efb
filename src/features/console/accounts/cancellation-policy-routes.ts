// Route PUT /operator/organizations/{id}/cancellation-policy: replaces the fee tiers of an organization.
import type { Static } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import {
  clearCancellationPolicy,
  setCancellationPolicy,
} from '../../bookings/system/manage-cancellation-policy.ts';
import { adminOf, type ConsoleContext } from '../console-context.ts';
import {
  loadOrganizationDetails,
  noOrganization,
  organizationIdOf,
  organizationParams,
} from './account-routes.ts';
import { CancellationPolicySchema, OrganizationFactsSchema } from './account-schemas.ts';

type Policy = Static<typeof CancellationPolicySchema>;

const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });

export const cancellationPolicyOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'PUT',
    path: '/organizations/:id/cancellation-policy',
    role: 'admin',
    id: 'organizations.setCancellationPolicy',
    summary: 'Replace the cancellation policy',
    description:
      'Replaces all fee tiers of the organization; an empty `tiers` array makes cancellation free. The ' +
      'policy applies immediately, also to existing bookings. Fees of bookings that are already cancelled do ' +
      'not change.',
    params: organizationParams,
    body: ref(CancellationPolicySchema),
    responses: {
      200: answer(OrganizationFactsSchema, 'The organization with its new policy.'),
      400: answer(ErrorSchema, 'A tier is invalid; `param` names it.', [
        problemExample('invalid_parameter', 'tiers[0].fee must have percent or cents above 0.', {
          param: 'tiers[0].fee',
        }),
      ]),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganizationDetails(context, organizationIdOf(request.params.id));
      await replacePolicy(context, id, request.body, operatorActor(request));
      return await loadOrganizationDetails(context, id);
    },
  }),
];

async function replacePolicy(
  context: ConsoleContext,
  accountId: string,
  policy: Policy,
  actor: Actor,
): Promise<void> {
  const admin = adminOf(context);
  if (policy.tiers.length === 0) {
    await clearCancellationPolicy(admin, accountId, actor);
    return;
  }
  const [fault] = await setCancellationPolicy(admin, accountId, policy, actor);
  if (fault) throw Problem.of('invalid_parameter', `${fault.path} ${fault.message}.`, { param: fault.path });
}
