// Routes of /operator/organizations and /operator/operators: partner organizations and operator accounts.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor, operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Account } from '../../accounts/account-store.ts';
import { findOrganization, listOrganizations } from '../../accounts/system/account-admin-store.ts';
import { changeOperator, operatorNotFound } from '../../accounts/system/change-operator.ts';
import { createOperator } from '../../accounts/system/create-operator.ts';
import { createOrganization } from '../../accounts/system/create-organization.ts';
import { decideName } from '../../accounts/system/decide-name.ts';
import { hasSecondFactor, listOperators } from '../../accounts/system/operator-session-store.ts';
import type { ListedOperator } from '../../accounts/system/operator-store.ts';
import { organizationNotFound } from '../../accounts/system/organization-not-found.ts';
import { showCancellationPolicy } from '../../bookings/system/manage-cancellation-policy.ts';
import { findBranding } from '../../branding/branding-store.ts';
import { listPendingBrandings } from '../../branding/system/branding-admin-store.ts';
import { findLanguage } from '../../notifications/system/notification-setting-store.ts';
import { adminOf, type ConsoleContext } from '../console-context.ts';
import type { Operator, OrganizationFacts } from './account-schemas.ts';
import {
  NameDecisionSchema,
  NewOperatorSchema,
  NewOrganizationSchema,
  OperatorListSchema,
  OperatorSchema,
  OperatorUpdateSchema,
  OrganizationFactsSchema,
  OrganizationListSchema,
  OrganizationSchema,
  OrganizationUpdateSchema,
} from './account-schemas.ts';
import { updateOrganization } from './update-organization.ts';

export const noOrganization = noSuch('organization');
export const organizationParams = idParams('organization');

const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });
const operatorOperation = operatorOperations<ConsoleContext>({ tag: 'Operators' });

export const organizationOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organizations',
    role: 'viewer',
    id: 'organizations.list',
    summary: 'List organizations',
    description: 'Returns all organizations, ordered by name. The list is not paginated.',
    query: Type.Object({
      has_pending_name: Type.Optional(
        Type.Boolean({ description: 'true returns only organizations with a name that waits for approval.' }),
      ),
    }),
    responses: { 200: answer(OrganizationListSchema, 'All organizations.') },
    handler: async ({ context, request }) => {
      const { has_pending_name: hasPendingName } = request.query;
      const list = await listOrganizations(context.system, { hasPendingName });
      const brandings = await listPendingBrandings(context.system);
      return { data: list.map((each) => presentOrganization(each, brandings.get(each.id))) };
    },
  }),

  operation({
    method: 'POST',
    path: '/organizations',
    role: 'admin',
    id: 'organizations.create',
    summary: 'Create an organization',
    description:
      'Creates a partner organization. It has no API credentials yet: create an API client for it with `POST ' +
      '/operator/organizations/{id}/clients`.',
    body: ref(NewOrganizationSchema),
    responses: { 201: answer(OrganizationSchema, 'The created organization.') },
    handler: async ({ context, request }) => {
      const { name, contact_email: contactEmail = null } = request.body;
      const actor = operatorActor(request);
      const account = await createOrganization(adminOf(context), { name, contactEmail }, actor);
      return presentOrganization(account);
    },
  }),
];

export const organizationDetailOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organizations/:id',
    role: 'viewer',
    id: 'organizations.get',
    summary: 'Retrieve an organization',
    description:
      'Returns an organization with the language of the messages to its customers and its cancellation policy.',
    params: organizationParams,
    responses: { 200: answer(OrganizationFactsSchema, 'The organization.'), 404: noOrganization },
    handler: ({ context, request }) => loadOrganizationDetails(context, organizationIdOf(request.params.id)),
  }),

  operation({
    method: 'PATCH',
    path: '/organizations/:id',
    role: 'admin',
    id: 'organizations.update',
    summary: 'Update an organization',
    description:
      'Changes the fields that are present in the request body; omitted fields keep their values. To change ' +
      'the cancellation policy, use `PUT /operator/organizations/{id}/cancellation-policy`.',
    params: organizationParams,
    body: ref(OrganizationUpdateSchema),
    responses: { 200: answer(OrganizationFactsSchema, 'The updated organization.'), 404: noOrganization },
    handler: async ({ context, request }) => {
      const id = organizationIdOf(request.params.id);
      const { name, contact_email: contactEmail, language } = request.body;
      const actor = operatorActor(request);
      await updateOrganization(context, id, { name, contactEmail, language }, actor);
      return await loadOrganizationDetails(context, id);
    },
  }),
];

const decision = {
  method: 'POST',
  role: 'admin',
  params: organizationParams,
  body: ref(NameDecisionSchema),
  responses: {
    200: answer(OrganizationFactsSchema, 'The organization.'),
    404: noOrganization,
    409: answer(ErrorSchema, 'Another name or none waits for approval.', [
      problemExample('name_not_pending', 'No name of this organization waits for approval.'),
    ]),
  },
} as const;

export const nameOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    ...decision,
    path: '/organizations/:id/name/approve',
    id: 'organizations.approveName',
    summary: 'Approve a name',
    description:
      'Shows the name that the partner has set to customers, in messages and on the tracking page. `name` is ' +
      'the name that you approve: if the partner has set another one meanwhile, nothing changes.',
    handler: ({ context, request }) => decide(context, request, true),
  }),

  operation({
    ...decision,
    path: '/organizations/:id/name/reject',
    id: 'organizations.rejectName',
    summary: 'Reject a name',
    description:
      'Discards the name that the partner has set. Customers and the partner see the approved name. `name` is ' +
      'the name that you reject: if the partner has set another one meanwhile, nothing changes.',
    handler: ({ context, request }) => decide(context, request, false),
  }),
];

async function decide(
  context: ConsoleContext,
  request: FastifyRequest & { readonly params: { id: string }; readonly body: { name: string } },
  isApproved: boolean,
): Promise<OrganizationFacts> {
  const id = organizationIdOf(request.params.id);
  await decideName(context, id, { name: request.body.name, isApproved }, operatorActor(request));
  return loadOrganizationDetails(context, id);
}

export const operatorAccountOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operatorOperation({
    method: 'GET',
    path: '/operators',
    role: 'admin',
    id: 'operators.list',
    summary: 'List operators',
    description:
      'Returns all operators, including disabled ones, ordered by name. The list is not paginated.',
    responses: { 200: answer(OperatorListSchema, 'All operators.') },
    handler: async ({ context }) => ({ data: (await listOperators(context.system)).map(presentOperator) }),
  }),

  operatorOperation({
    method: 'POST',
    path: '/operators',
    role: 'admin',
    needsStepUp: true,
    id: 'operators.create',
    summary: 'Create an operator',
    description:
      'Creates an operator who can sign in immediately with the given password. To let new operators choose ' +
      'their own password, invite them with `POST /operator/invitations` instead.',
    body: ref(NewOperatorSchema),
    responses: {
      201: answer(OperatorSchema, 'The created operator.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('invalid_parameter', 'An operator with the address dana@example.com already exists.', {
          param: 'email',
        }),
      ]),
    },
    handler: async ({ context, request }) => {
      const input = request.body;
      const createdAt = context.clock.now();
      const { id } = await createOperator(adminOf(context), input, operatorActor(request));
      const operator = { ...input, id, createdAt, disabledAt: null, hasSecondFactor: false };
      return presentOperator(operator);
    },
  }),

  operatorOperation({
    method: 'PATCH',
    path: '/operators/:id',
    role: 'admin',
    needsStepUp: true,
    id: 'operators.update',
    summary: 'Update an operator',
    description:
      'Changes the fields that are present in the request body. A new role, a new password or disabling ends ' +
      'all sessions of the operator immediately. Operators cannot change their own role or disable ' +
      'themselves.',
    params: idParams('operator'),
    body: ref(OperatorUpdateSchema),
    responses: { 200: answer(OperatorSchema, 'The updated operator.'), 404: noSuch('operator') },
    handler: async ({ context, request }) => {
      const change = request.body;
      const id = request.params.id;
      if (!isUuid(id)) throw operatorNotFound();
      const operator = operatorOf(request);
      if (id === operator.operatorId) refuseSelfLockout(change);
      const changed = await changeOperator(adminOf(context), id, change, operatorActor(request));
      return presentOperator({ ...changed, hasSecondFactor: await hasSecondFactor(context.system, id) });
    },
  }),
];

export async function loadOrganizationDetails(
  context: ConsoleContext,
  id: string,
): Promise<OrganizationFacts> {
  const { system } = context;
  const account = await loadOrganization(context, id);
  const language = await findLanguage(system, id);
  const { tiers } = await showCancellationPolicy(context, id);
  const { pendingAt } = await findBranding(system, id);
  return { ...presentOrganization(account, pendingAt), language, cancellation_policy: { tiers } };
}

export async function loadOrganization(
  { system }: Pick<ConsoleContext, 'system'>,
  id: string,
): Promise<Account> {
  const account = await findOrganization(system, organizationIdOf(id));
  if (!account) throw organizationNotFound();
  return account;
}

export function organizationIdOf(id: string): string {
  if (!isUuid(id)) throw organizationNotFound();
  return id;
}

/**
 * Operators cannot change their own role or disable themselves, so that the last administrator cannot lock out all of
 * them.
 */
function refuseSelfLockout({ role, disabled }: Static<typeof OperatorUpdateSchema>): void {
  const param = role !== undefined ? 'role' : disabled === true ? 'disabled' : null;
  if (param === null) return;
  throw Problem.of(
    'invalid_parameter',
    `${param} of your own account cannot be changed. Ask another admin to change it.`,
    {
      param,
    },
  );
}

function presentOrganization(account: Account, pendingBrandingAt: Date | null = null) {
  const { id, name, pendingName, pendingNameAt, contactEmail, createdAt } = account;
  return {
    id,
    name,
    pending_name: pendingName,
    pending_name_at: pendingNameAt?.toISOString() ?? null,
    pending_branding_at: pendingBrandingAt?.toISOString() ?? null,
    contact_email: contactEmail,
    created_at: createdAt.toISOString(),
  };
}

function presentOperator(operator: ListedOperator): Operator {
  const { id, email, name, role, createdAt, disabledAt, hasSecondFactor } = operator;
  return {
    id,
    email,
    name,
    role,
    disabled: disabledAt !== null,
    second_factor: hasSecondFactor,
    created_at: createdAt.toISOString(),
  };
}
