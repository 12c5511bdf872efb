// Routes of /operator/organizations and /operator/operators: partner organizations and operator accounts.
import { type Static, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor, operatorOf } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import type { Account } from '../../accounts/account-store.ts';
import { findOrganization, listOrganizations } from '../../accounts/system/account-admin-store.ts';
import { changeOperator, operatorNotFound } from '../../accounts/system/change-operator.ts';
import { createOperator } from '../../accounts/system/create-operator.ts';
import { createOrganization } from '../../accounts/system/create-organization.ts';
import { findFactor } from '../../accounts/system/operator-factor-store.ts';
import { type ListedOperator, listOperators } from '../../accounts/system/operator-store.ts';
import { showCancellationPolicy } from '../../bookings/system/manage-cancellation-policy.ts';
import { findLanguage } from '../../notifications/system/notification-setting-store.ts';
import { idOf } from '../booking-action-routes.ts';
import { adminOf, type ConsoleContext } from '../console-context.ts';
import {
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
import type { OperatorWire, OrganizationFacts } from './account-wire.ts';
import { organizationNotFound, updateOrganization } from './update-organization.ts';

interface AccountRouteOptions {
  readonly context: ConsoleContext;
}

export async function organizationRoutes(app: HttpServer, { context }: AccountRouteOptions): Promise<void> {
  app.get(
    '/organizations',
    { config: { role: 'viewer' }, schema: listOrganizationsOperation },
    async (_request, reply) =>
      reply.send({ data: (await listOrganizations(context.system)).map(presentOrganization) }),
  );

  app.post(
    '/organizations',
    { config: { role: 'admin' }, schema: createOrganizationOperation },
    async (request, reply) => {
      const { name, contact_email: contactEmail = null } = request.body;
      const actor = operatorActor(request);
      const account = await createOrganization(adminOf(context), { name, contactEmail }, actor);
      return reply.code(201).send(presentOrganization(account));
    },
  );
}

/** Routes of a single organization: its settings and its cancellation policy. */
export async function organizationDetailRoutes(
  app: HttpServer,
  { context }: AccountRouteOptions,
): Promise<void> {
  app.get(
    '/organizations/:id',
    { config: { role: 'viewer' }, schema: readOrganizationOperation },
    async (request, reply) =>
      reply.send(await loadOrganizationDetails(context, organizationIdOf(idOf(request)))),
  );

  app.patch(
    '/organizations/:id',
    { config: { role: 'admin' }, schema: updateOrganizationOperation },
    async (request, reply) => {
      const id = organizationIdOf(idOf(request));
      const { name, contact_email: contactEmail, language } = request.body;
      const actor = operatorActor(request);
      await updateOrganization(context, id, { name, contactEmail, language }, actor);
      return reply.send(await loadOrganizationDetails(context, id));
    },
  );
}

export async function loadOrganizationDetails(
  context: ConsoleContext,
  id: string,
): Promise<OrganizationFacts> {
  const { system } = context;
  const account = await findOrganization(system, id);
  if (!account) throw organizationNotFound();
  const language = await findLanguage(system, id);
  const { tiers } = await showCancellationPolicy(context, id);
  return { ...presentOrganization(account), language, cancellation_policy: { tiers } };
}

export function organizationIdOf(id: string): string {
  if (!isUuid(id)) throw organizationNotFound();
  return id;
}

export async function operatorRoutes(app: HttpServer, { context }: AccountRouteOptions): Promise<void> {
  const config = { role: 'admin' } as const;

  app.get('/operators', { config, schema: listOperatorsOperation }, async (_request, reply) =>
    reply.send({ data: (await listOperators(context.system)).map(presentOperator) }),
  );

  app.post('/operators', { config, schema: createOperatorOperation }, async (request, reply) => {
    const input = request.body;
    const createdAt = context.clock.now();
    const { id } = await createOperator(adminOf(context), input, operatorActor(request));
    const operator = { ...input, id, createdAt, disabledAt: null, hasSecondFactor: false };
    return reply.code(201).send(presentOperator(operator));
  });

  app.patch('/operators/:id', { config, schema: updateOperatorOperation }, async (request, reply) => {
    const change = request.body;
    const id = idOf(request);
    if (!isUuid(id)) throw operatorNotFound();
    const operator = operatorOf(request);
    if (id === operator.operatorId) refuseSelfLockout(change);
    const changed = await changeOperator(adminOf(context), id, change, operatorActor(request));
    const factor = await findFactor(context.system, id);
    const hasSecondFactor = Boolean(factor?.confirmedAt);
    return reply.send(presentOperator({ ...changed, hasSecondFactor }));
  });
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
    `${param} of your own account cannot be changed. Ask another administrator to change it.`,
    {
      param,
    },
  );
}

function presentOrganization({ id, name, contactEmail, createdAt }: Account) {
  return { id, name, contact_email: contactEmail, created_at: createdAt.toISOString() };
}

function presentOperator(operator: ListedOperator): OperatorWire {
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

const listOrganizationsOperation = {
  ...operatorOperation('Organizations'),
  operationId: 'organizations.list',
  summary: 'List organizations',
  description: 'Returns all organizations, ordered by name. The list is not paginated.',
  response: { 200: answer(OrganizationListSchema, 'All organizations.') },
};

const createOrganizationOperation = {
  ...operatorOperation('Organizations'),
  operationId: 'organizations.create',
  summary: 'Create an organization',
  description:
    'Creates a partner organization. It has no API credentials yet: create an API client for it with `POST ' +
    '/operator/organizations/{id}/clients`.',
  body: ref(NewOrganizationSchema),
  response: { 201: answer(OrganizationSchema, 'The created organization.') },
};

export const noOrganization = answer(ErrorSchema, 'There is no such organization.', [
  problemExample('not_found', 'No organization has this id.'),
]);
export const organizationParams = Type.Object({
  id: Type.String({ description: 'Id of the organization.' }),
});

const readOrganizationOperation = {
  ...operatorOperation('Organizations'),
  operationId: 'organizations.get',
  summary: 'Retrieve an organization',
  description:
    'Returns an organization with the language of the messages to its customers and its cancellation policy.',
  params: organizationParams,
  response: { 200: answer(OrganizationFactsSchema, 'The organization.'), 404: noOrganization },
};

const updateOrganizationOperation = {
  ...operatorOperation('Organizations'),
  operationId: 'organizations.update',
  summary: 'Update an organization',
  description:
    'Changes the fields that are present in the request body; omitted fields keep their values. To change ' +
    'the cancellation policy, use `PUT /operator/organizations/{id}/cancellation-policy`.',
  params: organizationParams,
  body: ref(OrganizationUpdateSchema),
  response: { 200: answer(OrganizationFactsSchema, 'The updated organization.'), 404: noOrganization },
};

const listOperatorsOperation = {
  ...operatorOperation('Operators'),
  operationId: 'operators.list',
  summary: 'List operators',
  description: 'Returns all operators, including disabled ones, ordered by name. The list is not paginated.',
  response: { 200: answer(OperatorListSchema, 'All operators.') },
};

const createOperatorOperation = {
  ...operatorOperation('Operators'),
  operationId: 'operators.create',
  summary: 'Create an operator',
  description:
    'Creates an operator who can sign in immediately with the given password. To let new operators choose ' +
    'their own password, invite them with `POST /operator/invitations` instead.',
  body: ref(NewOperatorSchema),
  response: {
    201: answer(OperatorSchema, 'The created operator.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
      problemExample('invalid_parameter', 'An operator with the address dana@example.com already exists.', {
        param: 'email',
      }),
    ]),
  },
};

const updateOperatorOperation = {
  ...operatorOperation('Operators'),
  operationId: 'operators.update',
  summary: 'Update an operator',
  description:
    'Changes the fields that are present in the request body. A new role, a new password or disabling ends ' +
    'all sessions of the operator immediately. Operators cannot change their own role or disable ' +
    'themselves.',
  params: Type.Object({ id: Type.String({ description: 'Id of the operator.' }) }),
  body: ref(OperatorUpdateSchema),
  response: {
    200: answer(OperatorSchema, 'The updated operator.'),
    404: answer(ErrorSchema, 'There is no such operator.', [
      problemExample('not_found', 'No operator has this id.'),
    ]),
  },
};
