// Checks whether a URL may be registered as an endpoint. Resolves its host name over the network, so it must run before
// a transaction is opened.
import { Problem } from '../../lib/problem.ts';
import type { WebhookContext } from './webhook-context.ts';

export async function checkUrl({ egress }: Pick<WebhookContext, 'egress'>, url: string): Promise<void> {
  const refusal = await egress.explainRefusal(url);
  if (refusal !== null) throw Problem.of('url_not_allowed', refusal, { param: 'url' });
}
