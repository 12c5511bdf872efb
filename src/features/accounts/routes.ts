// GET and PATCH /account: the account, API client and scopes of the access token.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { partnerActor, principalOf } from '../../http/surfaces/partner-middleware.ts';
import { type Account, loadAccount, ownNameOf } from './account-store.ts';
import { AccountSchema, AccountUpdateSchema } from './schemas.ts';
import { updateAccount } from './update-account.ts';

export interface AccountContext extends Context {
  /** Tells open console pages that an account has changed: its name may wait for approval. */
  readonly announceAccountChange: () => void;
}

const { read, write } = partnerOperations<AccountContext>();

export const accountOperations: readonly PartnerOperation<AccountContext>[] = [
  read({
    method: 'GET',
    path: '/account',
    access: 'read',
    tag: 'Account',
    id: 'account.get',
    summary: 'Retrieve the account',
    description:
      'Returns the account, environment, API client and scopes of the access token. Call it first to check a new token.',
    responses: { 200: answer(AccountSchema, 'The account.') },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const account = await loadAccount(context.db.forAccount(accountId), accountId);
      return present(account, request, context);
    },
  }),

  write({
    method: 'PATCH',
    path: '/account',
    access: 'write',
    tag: 'Account',
    id: 'account.update',
    summary: 'Update the account',
    description:
      'Updates the name or the contact address for operational mail. Fields that are left out keep their values. ' +
      'Customers see a new name of an organization in messages and on the tracking page after Waybill has ' +
      'approved it; until then they see the previous name. A change of the contact address is mailed to the ' +
      'previous and the new address.',
    body: ref(AccountUpdateSchema),
    responses: {
      200: answer(AccountSchema, 'The updated account.'),
      400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
        problemExample(
          'invalid_parameter',
          'contact_email must be an e-mail address such as name@example.com.',
          { param: 'contact_email' },
        ),
        problemExample('invalid_parameter', 'name must not contain < or >.', { param: 'name' }),
        problemExample('unknown_parameter', 'nam is not a parameter of this operation.', { param: 'nam' }),
      ]),
    },
    handler: async ({ context, request, hook }) => {
      const account = await updateAccount(context, partnerActor(request), readChange(request.body), hook);
      context.announceAccountChange();
      return account;
    },
    present,
  }),
];

function present(account: Account, request: FastifyRequest, { environment }: Context) {
  const { clientId, scopes } = principalOf(request);
  return {
    id: account.id,
    kind: account.kind,
    name: ownNameOf(account),
    contact_email: account.contactEmail,
    environment: environment.name,
    client_id: clientId,
    scope: scopes.join(' '),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}

function readChange({ name, contact_email }: Static<typeof AccountUpdateSchema>) {
  return {
    ...(name !== undefined && { name }),
    ...(contact_email !== undefined && { contactEmail: contact_email }),
  };
}
