// The state of an endpoint in words, and the figures people look for first.
import type { EndpointHealth, PortalEndpoint } from '../../../src/features/webhooks/portal-wire.ts';
import type { Tone } from '../../ui/badge.tsx';

export const healthWords: Readonly<Record<EndpointHealth, { readonly label: string; readonly tone: Tone }>> =
  {
    new: { label: 'Waiting', tone: 'quiet' },
    healthy: { label: 'Healthy', tone: 'good' },
    failing: { label: 'Failing', tone: 'bad' },
    paused: { label: 'Backing off', tone: 'warn' },
    disabled: { label: 'Disabled', tone: 'quiet' },
  };

/** Of the last day: "99.2 %", or a dash while nothing was sent. */
export function saySuccess({ succeeded, failed }: { succeeded: number; failed: number }): string {
  const total = succeeded + failed;
  if (total === 0) return '–';
  const share = (100 * succeeded) / total;
  // Never round a failure away.
  const shown = share < 100 ? Math.min(99.9, Math.round(share * 10) / 10) : 100;
  return `${shown.toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;
}

export function sayEvents(events: PortalEndpoint['events']): string {
  if (events === null) return 'All events';
  return events.length === 1 ? (events[0] ?? '') : `${events.length} event types`;
}

/** The host stands out; the rest tells endpoints of one host apart. */
export function splitUrl(url: string): { readonly host: string; readonly path: string } {
  try {
    const { host, pathname, search } = new URL(url);
    return { host, path: pathname === '/' && search === '' ? '' : pathname + search };
  } catch {
    return { host: url, path: '' };
  }
}
