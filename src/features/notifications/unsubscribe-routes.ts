// Routes GET and POST /unsubscribe/{token}. GET changes nothing, because mail filters open links; a POST (RFC 8058,
// from a mail program or the page) opts the address out.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { sendPage } from '../../http/pages/page.ts';
import { acceptFormsOnly, renderErrorsAsPages } from '../../http/pages/page-middleware.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { addOptOut, hasOptedOut, removeOptOut } from './opt-out-store.ts';
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';
import { invalidUnsubscribeLinkPage, subscriptionPage, unsubscribeErrorPage } from './unsubscribe-page.ts';

export interface UnsubscribeOptions {
  readonly context: Pick<Context, 'clock' | 'environment' | 'keys'> & { readonly identity: IdentityDatabase };
}

interface UnsubscribeRequest {
  Params: { token: string };
  Body: Record<string, string> | undefined;
}

export async function unsubscribeRoutes(app: HttpServer, { context }: UnsubscribeOptions): Promise<void> {
  const { identity, clock } = context;
  const environment = context.environment.name;
  acceptFormsOnly(app);
  // Mail programs may send the form as multipart; its content is not needed.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => ({}));
  renderErrorsAsPages(app, environment, unsubscribeErrorPage);
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const hidden = { schema: { hide: true } };

  app.get<UnsubscribeRequest>(path, hidden, async (request, reply) => {
    const subscription = readUnsubscribeToken(context, request.params.token);
    if (!subscription) return sendPage(reply, { ...invalidUnsubscribeLinkPage, environment, status: 404 });
    const optedOut = await hasOptedOut(identity, { channel: 'email', address: subscription.address });
    return sendPage(reply, {
      ...subscriptionPage(subscription, optedOut),
      environment,
      language: subscription.language,
    });
  });

  app.post<UnsubscribeRequest>(path, hidden, async (request, reply) => {
    const subscription = readUnsubscribeToken(context, request.params.token);
    if (!subscription) return sendPage(reply, { ...invalidUnsubscribeLinkPage, environment, status: 404 });
    const target = { channel: 'email', address: subscription.address } as const;
    const resubscribes = request.body?.['action'] === 'subscribe';
    if (resubscribes) await removeOptOut(identity, target);
    else await addOptOut(identity, target, 'link', clock.now());
    return sendPage(reply, {
      ...subscriptionPage(subscription, !resubscribes),
      environment,
      language: subscription.language,
    });
  });
}
