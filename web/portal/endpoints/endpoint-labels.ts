// Labels of an endpoint: health, success rate, subscribed events, URL parts.

import type { Tone } from '../../ui/badge.tsx';
import type { EndpointHealth, PortalEndpoint } from '../api.generated.ts';

export const healthLabels: Readonly<Record<EndpointHealth, { readonly label: string; readonly tone: Tone }>> =
  {
    new: { label: 'New', tone: 'quiet' },
    healthy: { label: 'Healthy', tone: 'good' },
    failing: { label: 'Failing', tone: 'bad' },
    paused: { label: 'Backing off', tone: 'warn' },
    disabled: { label: 'Disabled', tone: 'quiet' },
  };

/** Success rate, for example "99.2%"; a dash if there were no attempts. */
export function formatSuccessRate({ succeeded, failed }: { succeeded: number; failed: number }): string {
  const total = succeeded + failed;
  if (total === 0) return '–';
  const share = (100 * succeeded) / total;
  // Below 100% it never rounds up to 100%.
  const shown = share < 100 ? Math.min(99.9, Math.round(share * 10) / 10) : 100;
  return `${shown.toLocaleString(undefined, { maximumFractionDigits: 1 })}%`;
}

export function formatEventSubscription(events: PortalEndpoint['events']): string {
  if (events === null) return 'All events';
  return events.length === 1 ? (events[0] ?? '') : `${events.length} event types`;
}

/** URL without its scheme. */
export function shortUrl(url: string): string {
  const { host, path } = splitUrl(url);
  return host + path;
}

/** Host and the rest of the URL; the rest tells endpoints on one host apart. */
export function splitUrl(url: string): { readonly host: string; readonly path: string } {
  try {
    const { host, pathname, search } = new URL(url);
    return { host, path: pathname === '/' && search === '' ? '' : pathname + search };
  } catch {
    return { host: url, path: '' };
  }
}
