// /portal/api/sign-in: request a link to the portal by e-mail. Without a session.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { OneOf } from '../../http/operations/schemas.ts';
import { memberEmail } from './portal-member-fields.ts';
import { requestSignInLink, type SignInLinkContext } from './request-sign-in-link.ts';

export interface SignInPageContext extends SignInLinkContext, Pick<Context, 'environment' | 'messenger'> {
  /** Name of the delivery company, whom people ask where there is no e-mail. */
  readonly companyName: string;
}

const path = '/portal/api/sign-in';
const { operation } = pageOperations<SignInPageContext>();

const SignInOptionsSchema = Type.Object(
  {
    by_email: Type.Boolean({ description: 'Whether an e-mail service is configured.' }),
    company_name: Type.String({ description: 'The delivery company.' }),
    environment: OneOf(['production', 'sandbox']),
  },
  { $id: 'SignInOptions' },
);
const SignInRequestSchema = Type.Object(
  { email: memberEmail },
  { additionalProperties: false, $id: 'SignInRequest' },
);

export const portalSignInPageOperations: readonly PageOperation<SignInPageContext>[] = [
  operation({
    method: 'GET',
    path,
    summary: 'How people can sign in',
    responses: { 200: SignInOptionsSchema },
    handler: async ({ context: { environment, messenger, companyName } }) => ({
      by_email: messenger.carries.has('email'),
      company_name: companyName,
      environment: environment.name,
    }),
  }),

  operation({
    method: 'POST',
    path,
    summary:
      'Request a link by e-mail. The response does not depend on whether the address has access; 429 after too many requests',
    body: SignInRequestSchema,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const { email } = request.body;
      await requestSignInLink(context, { email, requestId: request.id, address: request.ip });
    },
  }),
];
