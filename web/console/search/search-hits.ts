// Headings, icons and links of search hits by kind.
import type { IconName } from '../../ui/icon.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { SearchHit } from '../api.ts';
import { offerLabel, stateOf } from '../board/board-labels.ts';

interface HitKind {
  readonly heading: string;
  readonly icon: IconName;
  readonly hrefOf: (hit: SearchHit) => string;
}

export const hitKinds: Readonly<Record<SearchHit['kind'], HitKind>> = {
  booking: { heading: 'Bookings', icon: 'truck', hrefOf: ({ id }) => `/bookings/${id}` },
  organization: { heading: 'Organizations', icon: 'building', hrefOf: ({ id }) => `/organizations/${id}` },
  crew: { heading: 'Crews', icon: 'people', hrefOf: ({ id }) => `/crews?crew=${id}` },
  crew_member: { heading: 'Crew members', icon: 'user', hrefOf: () => '/crews?view=people' },
  request: { heading: 'Requests', icon: 'list', hrefOf: ({ id }) => `/requests/${id}` },
  webhook_endpoint: {
    heading: 'Webhook endpoints',
    icon: 'send',
    hrefOf: ({ id, account_id }) => `/organizations/${account_id}?endpoint=${id}`,
  },
};

/** State of a hit; of a booking, in the words of the board. */
export function formatHitState({ kind, state, dispatch, is_planned, offer }: SearchHit): string {
  if (state === 'cancelled') return 'Cancelled';
  if (kind !== 'booking' || (state !== 'created' && state !== 'dispatched' && state !== 'completed'))
    return state ?? '';
  if (offer) return offerLabel(offer, (at) => englishTimes.time(at));
  return stateOf({
    state,
    planned: is_planned ? { is_overdue: false } : null,
    progress: dispatch?.state ?? null,
    trouble: dispatch?.is_failed ? '' : null,
    stops_done: dispatch?.stops_done ?? 0,
    stops_skipped: dispatch?.stops_skipped ?? 0,
  }).words;
}

/** Hits grouped by heading, in the order of the response. */
export function grouped(
  hits: readonly SearchHit[],
): { readonly heading: string; readonly hits: SearchHit[] }[] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const { heading } = hitKinds[hit.kind];
    groups.set(heading, [...(groups.get(heading) ?? []), hit]);
  }
  return [...groups].map(([heading, groupHits]) => ({ heading, hits: groupHits }));
}
