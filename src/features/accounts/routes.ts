// GET and PATCH /account: the account, API client and scopes of the access token.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { type IdempotentWrites, jsonView } from '../../http/idempotent-write.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { partnerActor, principalOf } from '../../http/partner-middleware.ts';
import { problemExample } from '../../http/problem-example.ts';
import { needs } from '../../http/route-config.ts';
import { answer, ErrorSchema, ref } from '../../http/schemas.ts';
import type { HttpServer } from '../../http/server.ts';
import { type Account, loadAccount } from './account-store.ts';
import { presentAccount } from './account-view.ts';
import { AccountSchema, AccountUpdateSchema } from './schemas.ts';
import { updateAccount } from './update-account.ts';

export interface AccountRoutesOptions {
  readonly context: Context;
  readonly writes: IdempotentWrites;
}

export async function accountRoutes(
  app: HttpServer,
  { context, writes }: AccountRoutesOptions,
): Promise<void> {
  app.addSchema(AccountSchema);
  app.addSchema(AccountUpdateSchema);

  const present = (account: Account, request: FastifyRequest) =>
    presentAccount(account, principalOf(request), context.environment.name);

  app.get('/account', { config: needs('read'), schema: readOperation }, async (request, reply) => {
    const { accountId } = principalOf(request);
    const account = await loadAccount(context.db.forAccount(accountId), accountId);
    return reply.type(vendorMediaType).send(present(account, request));
  });

  app.patch(
    '/account',
    { config: needs('write'), schema: updateOperation },
    writes.handler(jsonView(200, present), (request, hook) =>
      updateAccount(context, partnerActor(request), readChange(request), hook),
    ),
  );
}

function readChange(request: FastifyRequest) {
  const { name, contact_email } = request.body as Static<typeof AccountUpdateSchema>;
  return {
    ...(name !== undefined && { name }),
    ...(contact_email !== undefined && { contactEmail: contact_email }),
  };
}

const readOperation = {
  ...jsonOperation('Account'),
  operationId: 'account.get',
  summary: 'Retrieve the account',
  description:
    'Returns the account, environment, API client and scopes of the access token. Call it first to check a new token.',
  response: { 200: answer(AccountSchema, 'The account.') },
};

const updateOperation = {
  ...jsonOperation('Account'),
  operationId: 'account.update',
  summary: 'Update the account',
  description:
    'Updates the name or the contact address for operational mail. Fields that are left out keep their values.',
  body: ref(AccountUpdateSchema),
  response: {
    200: answer(AccountSchema, 'The updated account.'),
    400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
      problemExample(
        'invalid_parameter',
        'contact_email must be an e-mail address such as name@example.com.',
        { param: 'contact_email' },
      ),
      problemExample('unknown_parameter', 'nam is not a parameter of this operation.', { param: 'nam' }),
    ]),
  },
};
