// Sends webhooks over HTTP/1.1 with kept-alive connections, and returns the outcome of each request.
import { LRUCache } from 'lru-cache';
import type { WebhookConfig, WebhookTargets } from '../../config/webhook-config.ts';
import { createEgressGuard, type EgressGuard } from './egress-guard.ts';
import { type ExchangeEnd, exchange } from './exchange.ts';
import { type ConnectorOptions, guardedConnector } from './guarded-connector.ts';
import type { ResolverOptions } from './name-resolver.ts';
import type { ObservedConnection } from './observed-client.ts';
import { OriginPools } from './origin-pools.ts';
import type { ResponseCapture } from './response-capture.ts';
import { readRetryAfter } from './retry-after.ts';
import { explainFailure, isConnectionLost, type SendFailure } from './send-failure.ts';
import { parseTargetUrl, type WebhookTarget } from './target-url.ts';
import type { SendResult, WebhookSender } from './webhook-sender.ts';

export type SenderConfig = WebhookTargets & Pick<WebhookConfig, 'timeoutSeconds'>;
export type SenderOptions = ResolverOptions & ConnectorOptions;

const maxCachedUrls = 5_000;

export function createWebhookSender(config: SenderConfig, options: SenderOptions = {}): WebhookSender {
  const guard = createEgressGuard(config, options);
  const pools = new OriginPools(guardedConnector(guard, options));
  const targets = new LRUCache<string, WebhookTarget | string>({ max: maxCachedUrls });
  const targetOf = (url: string): WebhookTarget | string => {
    const target = targets.get(url) ?? parseTargetUrl(url);
    targets.set(url, target);
    return target;
  };

  return {
    send: async (request, signal) => {
      const startedAtMs = performance.now();
      const target = targetOf(request.url);
      if (typeof target === 'string') return refused(target);
      const untilMs = startedAtMs + config.timeoutSeconds * 1000;
      const attempt = () =>
        exchange(pools, target, request, { timeoutMs: untilMs - performance.now(), signal });
      let end = await attempt();
      // No byte arrived on a reused connection: most likely the receiver had just closed it. Retrying once is safe.
      if (end.wasStale && end.error !== null && isConnectionLost(end.error)) end = await attempt();
      return resultOf(end, target, config, guard, performance.now() - startedAtMs);
    },
    close: async () => {
      guard.close();
      await pools.destroy();
    },
  };
}

function resultOf(
  end: ExchangeEnd,
  target: WebhookTarget,
  { showsPrivateResponses, timeoutSeconds }: SenderConfig,
  guard: EgressGuard,
  durationMs: number,
): SendResult {
  const { connection, response } = end;
  const isShown = showsPrivateResponses || connection === null || isPublic(connection, guard);
  const failure = failureOf(end, target, timeoutSeconds);
  return {
    outcome: failure?.outcome ?? 'ok',
    error: failure?.error ?? null,
    durationMs: Math.round(durationMs),
    remoteAddress: connection?.remoteAddress ?? null,
    response: response?.view({ isShown }) ?? null,
    retryAfterSeconds:
      failure && response ? readRetryAfter(response.header('retry-after'), Date.now()) : null,
  };
}

/** Determined once per connection: comparing an address with the networks takes as long as a tenth of a delivery. */
function isPublic(connection: ObservedConnection, guard: EgressGuard): boolean {
  connection.addressKind ??= guard.kindOf(connection.remoteAddress);
  return connection.addressKind === 'public';
}

function failureOf(
  { how, error, response }: ExchangeEnd,
  target: WebhookTarget,
  timeoutSeconds: number,
): SendFailure | null {
  if (how === 'abandoned')
    return { outcome: 'reset', error: 'The request was aborted because Waybill is shutting down.' };
  if (how === 'timeout') {
    const problem = response ? 'The server did not complete its response' : 'The server did not respond';
    return {
      outcome: 'timeout',
      error: `${problem} within ${timeoutSeconds} s. Respond first and process the event afterwards.`,
    };
  }
  if (error !== null) return explainFailure(error, target);
  return response === null ? null : failureOfStatus(response);
}

function failureOfStatus({ statusCode }: ResponseCapture): SendFailure | null {
  if (statusCode < 300) return null;
  if (statusCode === 410)
    return {
      outcome: 'gone',
      error: 'The server responded with status 410 (Gone): the endpoint no longer exists.',
    };
  const isRedirect = statusCode < 400 && statusCode !== 304;
  return {
    outcome: 'http_error',
    error: isRedirect
      ? `The server responded with status ${statusCode}. Redirects are not followed: register the final URL.`
      : `The server responded with status ${statusCode}. Respond with a 2xx status to confirm the delivery.`,
  };
}

function refused(error: string): SendResult {
  return {
    outcome: 'blocked',
    error,
    durationMs: 0,
    remoteAddress: null,
    response: null,
    retryAfterSeconds: null,
  };
}
