// Labels of delivery and attempt states, and advice on what to check at the receiver.

import type { Tone } from '../../ui/badge.tsx';
import type { PortalAttempt, PortalDelivery, PortalEndpoint } from '../api.generated.ts';

type Outcome = PortalAttempt['outcome'];

export function statusLabel({ status, attempts }: Pick<PortalDelivery, 'status' | 'attempts'>): {
  readonly label: string;
  readonly tone: Tone;
} {
  switch (status) {
    case 'delivered':
      return { label: 'Delivered', tone: 'good' };
    case 'failed':
      return { label: 'Failed', tone: 'bad' };
    case 'discarded':
      return { label: 'Discarded', tone: 'quiet' };
    case 'pending':
      return attempts === 0 ? { label: 'Queued', tone: 'quiet' } : { label: 'Retrying', tone: 'warn' };
  }
}

const reasons: Readonly<Record<NonNullable<PortalDelivery['reason']>, string>> = {
  exhausted: 'All retries failed.',
  gone: 'Your receiver responded with 410 Gone.',
  endpoint_disabled: 'The endpoint was disabled before the delivery succeeded.',
  endpoint_deleted: 'The endpoint was deleted before the delivery succeeded.',
  event_forgotten: 'The event was deleted at the end of its retention period.',
};

export function formatReason(reason: PortalDelivery['reason']): string | null {
  return reason === null ? null : reasons[reason];
}

/** Why a pending delivery is not attempted; null: it is. */
export function formatPause({ paused_until }: Pick<PortalEndpoint, 'paused_until'>): string | null {
  return paused_until === null
    ? null
    : 'The endpoint is failing: all its deliveries wait for its next attempt.';
}

const outcomes: Readonly<Record<Outcome, string>> = {
  ok: 'Delivered',
  http_error: 'Failed',
  gone: 'Gone',
  timeout: 'Timed out',
  dns: 'DNS lookup failed',
  refused: 'Connection refused',
  reset: 'Connection reset',
  tls: 'TLS error',
  blocked: 'Address blocked',
};

/** Short form for tables, for example "HTTP 500". */
export function formatAttemptResult(outcome: Outcome, statusCode: number | null): string {
  return statusCode === null ? outcomes[outcome] : `HTTP ${statusCode}`;
}

export function formatAttemptOutcome({ outcome, response }: PortalAttempt): string {
  return response === null ? outcomes[outcome] : `${outcomes[outcome]}: HTTP ${response.status_code}`;
}

const advice: Readonly<Record<Outcome, string>> = {
  ok: '',
  http_error: 'Your receiver responded with a status other than 2xx. Check its log for this webhook-id.',
  gone: 'A 410 response asks us to stop, so the endpoint was disabled. Enable it to receive events again.',
  timeout:
    'Your receiver took longer than 15 seconds. Respond with 2xx first and process the event afterwards.',
  dns: 'The host name does not resolve. Check its spelling and its DNS records.',
  refused:
    'No server listens on this address and port, or a firewall rejects the connection. Check that the receiver runs.',
  reset:
    'Your server closed the connection before it responded. Check for a crash, a restart or a proxy limit.',
  tls: 'The certificate is not valid for this host, has expired, or its chain is incomplete. Replace it.',
  blocked: 'The host resolves to an address that is not public. Use a URL with a public address.',
};

export function adviceFor({
  outcome,
  response,
  trigger,
}: Pick<PortalAttempt, 'outcome' | 'response' | 'trigger'>): string {
  const code = response?.status_code;
  // Only real events disable an endpoint.
  if (outcome === 'gone' && (trigger === 'test' || trigger === 'resend'))
    return 'A 410 response to a real event disables the endpoint. Respond with 2xx to receive events.';
  if (outcome === 'http_error' && code !== undefined) {
    if (code >= 300 && code < 400)
      return 'Redirects are not followed. Set the endpoint URL to the redirect target.';
    if (code === 401 || code === 403)
      return 'Your receiver rejected the request. Check its signing secret, and that the URL requires no login.';
    if (code === 404 || code === 405)
      return 'This path does not accept POST. Check the path of the endpoint URL.';
    if (code === 429)
      return 'Your receiver limits the request rate. If it sends Retry-After, we wait that long.';
  }
  return advice[outcome];
}

export const triggers: Readonly<Record<PortalAttempt['trigger'], string | null>> = {
  event: null,
  recover: 'Recovery',
  resend: 'Resent',
  test: 'Test',
};
