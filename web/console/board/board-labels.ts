// Labels of the board: products, vehicles, booking states and the reasons why a crew does not fit.
import type { IconName } from '../../ui/icon.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { BoardBooking, Span, UnassignedJob } from '../api.ts';

export const productNames = { lite: 'Lite', pickup: 'Pickup', van: 'Van', xl: 'XL', box: 'Box' } as const;

export const vehicleNames = {
  pickup_truck: 'Pickup truck',
  van: 'Cargo van',
  sprinter_van: 'Sprinter van',
  box_truck_14ft: '14 ft box truck',
  box_truck_16ft: '16 ft box truck',
  box_truck_18ft: '18 ft box truck',
  box_truck_24ft: '24 ft box truck',
} as const;

type CardState = 'waiting' | 'intended' | 'planned' | 'moving' | 'failed' | 'done';

export interface CardStateLabel {
  readonly mood: CardState;
  readonly words: string;
  readonly icon: IconName;
}

interface Planned extends Pick<BoardBooking, 'state'> {
  readonly planned: Pick<NonNullable<BoardBooking['planned']>, 'is_overdue'> | null;
}
interface BookingProgress
  extends Planned,
    Pick<BoardBooking, 'progress' | 'trouble' | 'stops_done' | 'stops_skipped'> {
  /** Not given: a page that does not load offers. */
  readonly offer?: BoardBooking['offer'];
}

/** Has a planned crew, but none is assigned. After the planned departure it is unassigned like others: it must not be overlooked. */
export function isIntended({ state, planned }: Planned): boolean {
  return state === 'created' && planned !== null && !planned.is_overdue;
}

export function stateOf(booking: BookingProgress): CardStateLabel {
  const { state, progress, trouble, stops_done, stops_skipped, offer = null } = booking;
  const offered = offer && 'Offered';
  if (isIntended(booking)) return { mood: 'intended', words: offered ?? 'Planned', icon: 'calendar' };
  if (state === 'created') return { mood: 'waiting', words: offered ?? 'Unassigned', icon: 'inbox' };
  if (state === 'completed')
    return stops_skipped > 0
      ? { mood: 'done', words: 'Stop skipped', icon: 'alert' }
      : { mood: 'done', words: 'Completed', icon: 'check' };
  if (trouble !== null) return { mood: 'failed', words: 'Stop failed', icon: 'alert' };
  if (progress === 'driving') return { mood: 'moving', words: 'On the way', icon: 'truck' };
  if (progress === 'at') return { mood: 'moving', words: `At stop ${stops_done + 1}`, icon: 'pin' };
  if (stops_done > 0) return { mood: 'moving', words: `${stops_done} done`, icon: 'truck' };
  return { mood: 'planned', words: 'Assigned', icon: 'people' };
}

/** "Planned: Red van, at 3:15 PM", "Planned: Red van, tomorrow, 3:15 PM" */
export function plannedLabel(
  { crew_name, arrives_at }: NonNullable<UnassignedJob['planned']>,
  timeZone: string | undefined,
): string {
  const at = englishTimes.isToday(arrives_at, timeZone) ? 'at ' : '';
  return `Planned: ${crew_name}, ${at}${englishTimes.recent(arrives_at, timeZone)}`;
}

type OpenOffer = NonNullable<BoardBooking['offer']>;

/** "Red van", "2 crews" */
export function offeredTo({ crews }: { readonly crews: readonly { readonly name: string }[] }): string {
  return crews.length === 1 ? `${crews[0]?.name}` : `${crews.length} crews`;
}

/** "Offered to 2 crews until 3:15 PM" */
export function offerLabel(offer: OpenOffer, formatTime: (at: string) => string): string {
  return `Offered to ${offeredTo(offer)} until ${formatTime(offer.expires_at)}`;
}

/** What open offers mean for an assignment: that of the same crew accepts its offer, others are withdrawn. */
export function offerNote(offer: OpenOffer, formatTime: (at: string) => string): string {
  if (offer.crews.length === 1)
    return `${offerLabel(offer, formatTime)}. Assigning another crew withdraws the offer.`;
  const names = offer.crews.map(({ name }) => name).join(', ');
  return `${offerLabel(offer, formatTime)}: ${names}. Assigning a crew withdraws the other offers.`;
}

/** What a dispatcher must not overlook; the most urgent first. */
export const alertKinds = ['failed', 'late', 'unassigned'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertLabels: Readonly<Record<AlertKind, string>> = {
  failed: 'Stop failed',
  late: 'Late',
  unassigned: 'Unassigned',
};

export function alertOf(
  booking: Pick<BoardBooking, 'state' | 'planned' | 'trouble' | 'is_late'>,
): AlertKind | null {
  const { state, trouble, is_late } = booking;
  if (state === 'completed') return null;
  if (trouble !== null) return 'failed';
  if (is_late) return 'late';
  return state === 'created' && !isIntended(booking) ? 'unassigned' : null;
}

export const misfitLabels: Readonly<Record<string, string>> = {
  retired: 'retired',
  vehicle: 'wrong vehicle',
  members: 'too few crew members',
  area: 'outside its home areas',
  shift: 'not on shift',
  busy: 'busy',
  travel_time: 'too far away',
};

/** Stop count on a card: completed and total stops, or the total alone. */
export function formatStopCount({
  stop_count,
  stops_done,
}: Pick<BoardBooking, 'stop_count' | 'stops_done'>): string {
  return stops_done > 0 ? `${stops_done}/${stop_count}` : `${stop_count}`;
}

/** "12–1 PM", "11:30 AM–12:30 PM". Cached: a board formats hundreds of windows at each render. */
export function spanFormatter(timeZone: string): (span: Span) => string {
  const cache = new Map<string, string>();
  return ({ starts_at, ends_at }) => {
    const key = starts_at + ends_at;
    const label = cache.get(key) ?? englishTimes.window({ from: starts_at, to: ends_at }, timeZone);
    cache.set(key, label);
    return label;
  };
}
