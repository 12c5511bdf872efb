// Stub for the partners' webhook endpoints in the demo: nothing leaves the machine. One endpoint is healthy, one
// returns 503 for every fifth attempt, one always returns 500.
import type {
  SendResult,
  WebhookRequest,
  WebhookSender,
} from '../../integrations/webhook-http/webhook-sender.ts';

export const DEMO_RECEIVERS = {
  well: '/webhooks/waybill',
  flaky: '/hooks',
  broken: '/legacy/orders',
} as const;

const result = (statusCode: number, body: string, durationMs: number): SendResult => ({
  outcome: statusCode < 300 ? 'ok' : 'http_error',
  error: statusCode < 300 ? null : `The receiver returned ${statusCode}.`,
  durationMs,
  remoteAddress: '203.0.113.10',
  response: { statusCode, headers: { 'content-type': 'text/plain' }, body, isBase64: false, isCut: false },
  retryAfterSeconds: null,
});

export function demoReceiver(): WebhookSender {
  const refused = new Set<string>();
  let count = 0;
  return {
    send: async ({ url, headers }: WebhookRequest) => {
      const { pathname } = new URL(url);
      count += 1;
      if (pathname === DEMO_RECEIVERS.broken) return result(500, 'relation "orders_old" does not exist', 180);
      const id = headers['webhook-id'] ?? '';
      if (pathname !== DEMO_RECEIVERS.flaky || count % 5 !== 0 || refused.has(id))
        return result(204, '', 20 + (count % 40));
      refused.add(id);
      return result(503, 'try again', 15);
    },
    close: async () => {},
  };
}
