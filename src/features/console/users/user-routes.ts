// Routes of /operator/users: users of partner applications. Operators see and end their access, but never their password.
import { Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { readPage, readPageQuery } from '../../../http/operations/pagination.ts';
import { answer, ErrorSchema, QueryText, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { isUuid } from '../../../lib/ids.ts';
import { type TokenValidity, tokenValidityAt } from '../../accounts/valid-token-store.ts';
import { setUserDisabled, type UserAdminContext } from '../../oauth/system/disable-user.ts';
import { findListedUser, type ListedUser, listUsers } from '../../oauth/system/user-admin-store.ts';
import { endSessions, revokeGrants, userNotFound } from '../../oauth/user-access.ts';
import { listUserGrants, listUserSessions } from '../../oauth/user-access-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type UserDetails, UserDetailsSchema, UserListSchema, UserUpdateSchema } from './user-schemas.ts';

const params = idParams('user');
const grantParams = Type.Object({
  id: Type.String({ description: 'Id of the user.' }),
  application_id: Type.String({ description: '`id` of the application.' }),
});
const noUser = noSuch('user');
const nothing = (description: string) => Type.Null({ description });

const operation = operatorOperations<ConsoleContext>({ tag: 'Users', role: 'admin' });

export const userOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/users',
    id: 'users.list',
    summary: 'List users',
    description:
      'Returns the users who sign in to applications of partners, newest first, in pages. To get the next ' +
      'page, request the URL in `next` unchanged.',
    query: Type.Object({
      username: Type.Optional(QueryText(255, { description: 'Part of the user name to filter by.' })),
      disabled: Type.Optional(
        Type.Boolean({ description: 'Whether to list disabled or enabled users only.' }),
      ),
      after: Type.Optional(QueryText(500, { description: 'Cursor; set by `next`.' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of users. Default: 20.' }),
      ),
    }),
    responses: { 200: answer(UserListSchema, 'A page of users.') },
    handler: async ({ context, request }) => {
      const { username: text, disabled: isDisabled } = request.query;
      const filter = { text, isDisabled, validity: validityOf(context) };
      const list = {
        path: `${operatorPrefix}/users`,
        accountId: 'operators',
        load: (page: Parameters<typeof listUsers>[2]) => listUsers(context.system, filter, page),
        placeOf: ({ createdAt, id }: ListedUser) => ({ atMs: createdAt.getTime(), id }),
      };
      const { rows, next } = await readPage(context, list, readPageQuery(request.query));
      return { data: rows.map(presentUser), next };
    },
  }),

  operation({
    method: 'GET',
    path: '/users/:id',
    id: 'users.get',
    summary: 'Retrieve a user',
    description: 'Returns a user with the applications that have access, and the sign-in sessions.',
    params,
    responses: { 200: answer(UserDetailsSchema, 'The user.'), 404: noUser },
    handler: ({ context, request }) => loadUser(context, request.params.id),
  }),

  operation({
    method: 'PATCH',
    path: '/users/:id',
    id: 'users.update',
    needsStepUp: true,
    summary: 'Disable or enable a user',
    description:
      'Disabling ends all sign-in sessions and revokes all tokens of the user in every process before the ' +
      'response is sent. Enabling does not restore them: the user signs in again.',
    params,
    body: ref(UserUpdateSchema),
    responses: { 200: answer(UserDetailsSchema, 'The updated user.'), 404: noUser },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      await setUserDisabled(userContextOf(context), id, request.body.disabled, operatorActor(request));
      return loadUser(context, id);
    },
  }),

  operation({
    method: 'DELETE',
    path: '/users/:id/sessions',
    id: 'users.end_sessions',
    needsStepUp: true,
    summary: 'End the sessions of a user',
    description: 'Signs the user out in every browser. Applications keep their access.',
    params,
    responses: { 204: nothing('The user is signed out everywhere.'), 404: noUser },
    handler: async ({ context, request }) => {
      await endSessions(userContextOf(context), request.params.id, undefined, operatorActor(request));
    },
  }),

  operation({
    method: 'DELETE',
    path: '/users/:id/grants',
    id: 'users.revoke_grants',
    needsStepUp: true,
    summary: 'Revoke the access of all applications',
    description:
      'Revokes all tokens of the user in every process before the response is sent. Applications must ask the ' +
      'user for access again.',
    params,
    responses: { 204: nothing('No application has access any more.'), 404: noUser },
    handler: async ({ context, request }) => {
      await revokeGrants(userContextOf(context), { userId: request.params.id }, operatorActor(request));
    },
  }),

  operation({
    method: 'DELETE',
    path: '/users/:id/grants/:application_id',
    id: 'users.revoke_grant',
    needsStepUp: true,
    summary: 'Revoke the access of one application',
    description:
      'Revokes the tokens that the user granted to one application, in every process before the response is sent. ' +
      'Other applications keep their access.',
    params: grantParams,
    responses: {
      204: nothing('The application has no access any more.'),
      404: answer(ErrorSchema, 'There is no such user, or the application has no access.', [
        problemExample('not_found', 'This application has no access.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { id: userId, application_id: apiClientId } = request.params;
      await revokeGrants(userContextOf(context), { userId, apiClientId }, operatorActor(request));
    },
  }),
];

function userContextOf({ system, clock, security, tokens }: ConsoleContext): UserAdminContext {
  const announceRevoked = (hashes: readonly Buffer[]) => tokens.announceRevoked(hashes);
  return { users: system, system, clock, security, announceRevoked };
}

function validityOf({ clock, tokenIdleDays }: ConsoleContext): TokenValidity {
  return tokenValidityAt(clock.now(), tokenIdleDays);
}

async function loadUser(context: ConsoleContext, id: string): Promise<UserDetails> {
  const { system } = context;
  const validity = validityOf(context);
  const user = isUuid(id) ? await findListedUser(system, { id }, validity) : undefined;
  if (!user) throw userNotFound();
  const grants = await listUserGrants(system, id, validity);
  const sessions = await listUserSessions(system, id, validity.now);
  return {
    ...presentUser(user),
    applications: grants.map((grant) => ({
      id: grant.id,
      client_id: grant.clientId,
      name: grant.clientName,
      organization: grant.organizationName,
      scopes: [...grant.scopes],
      granted_at: grant.grantedAt.toISOString(),
      last_used_at: grant.lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      browser: session.browser,
      address: session.address,
      created_at: session.createdAt.toISOString(),
    })),
  };
}

function presentUser({ id, accountId, username, createdAt, disabledAt, sessions, applications }: ListedUser) {
  return {
    id,
    account_id: accountId,
    username,
    disabled: disabledAt !== null,
    session_count: sessions,
    application_count: applications,
    created_at: createdAt.toISOString(),
  };
}
