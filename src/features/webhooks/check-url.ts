// Whether an address may be registered. It asks the network, so it is asked before any transaction.
import { Problem } from '../../lib/problem.ts';
import type { WebhookContext } from './webhook-context.ts';

export async function checkUrl({ egress }: Pick<WebhookContext, 'egress'>, url: string): Promise<void> {
  const refusal = await egress.explainRefusal(url);
  if (refusal !== null) throw Problem.of('url_not_allowed', refusal, { param: 'url' });
}
