// Labels of delivery and attempt states, and advice on what to check at the receiver.
import type { PortalAttempt, PortalDelivery } from '../../../src/features/webhooks/portal-wire.ts';
import type { Tone } from '../../ui/badge.tsx';

type Outcome = PortalAttempt['outcome'];

export function statusWords({ status, attempts }: Pick<PortalDelivery, 'status' | 'attempts'>): {
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
  exhausted: 'Every try was used up.',
  gone: 'Your receiver answered 410 Gone.',
  endpoint_disabled: 'The endpoint was disabled before it got through.',
  endpoint_deleted: 'The endpoint was deleted before it got through.',
  event_forgotten: 'The event is past its retention and no longer kept.',
};

export function sayReason(reason: PortalDelivery['reason']): string | null {
  return reason === null ? null : reasons[reason];
}

const outcomes: Readonly<Record<Outcome, string>> = {
  ok: 'Delivered',
  http_error: 'Refused',
  gone: 'Gone',
  timeout: 'No answer in time',
  dns: 'Name not found',
  refused: 'Connection refused',
  reset: 'Connection broken',
  tls: 'TLS failed',
  blocked: 'Address not allowed',
};

/** Short form for tables, for example "HTTP 500". */
export function sayResult(outcome: Outcome, statusCode: number | null): string {
  return statusCode === null ? outcomes[outcome] : `HTTP ${statusCode}`;
}

export function sayOutcome({ outcome, response }: PortalAttempt): string {
  return response === null ? outcomes[outcome] : `${outcomes[outcome]}: HTTP ${response.status_code}`;
}

const advice: Readonly<Record<Outcome, string>> = {
  ok: '',
  http_error: 'Your receiver answered with something other than 2xx. Its log for this webhook-id says more.',
  gone: 'With 410 your receiver asked us to stop, so the endpoint was disabled. Enable it when you want events again.',
  timeout: 'Your receiver took longer than 15 seconds. Answer 2xx first and do the work afterwards.',
  dns: 'The host name does not resolve. Check its spelling and its DNS record.',
  refused: 'Nothing listens at this address and port, or a firewall refuses us. Is the receiver running?',
  reset:
    'Your server closed the connection before it answered. Look for a crash, a proxy limit or a restart.',
  tls: 'The certificate is not valid for this host, has expired, or its chain is incomplete.',
  blocked: 'The host leads to an address that is not public. Webhooks go to public addresses only.',
};

export function adviceFor({ outcome, response }: Pick<PortalAttempt, 'outcome' | 'response'>): string {
  const code = response?.status_code;
  if (outcome === 'http_error' && code !== undefined) {
    if (code >= 300 && code < 400)
      return 'Redirects are not followed. Register the address that it leads to.';
    if (code === 401 || code === 403)
      return 'Your receiver refused the call. Check its secret, and that no login stands before it.';
    if (code === 404 || code === 405)
      return 'Nothing at this path takes POST. Check the path of the endpoint’s URL.';
    if (code === 429)
      return 'Your receiver asked us to slow down. If it sends Retry-After, we wait that long.';
  }
  return advice[outcome];
}

export const triggers: Readonly<Record<PortalAttempt['trigger'], string | null>> = {
  event: null,
  recover: 'Recovery',
  resend: 'Resent',
  test: 'Test',
};
