// Texts of the headline card, derived from the state of the booking: when the delivery reaches the reader, what to do,
// and what happens after a failure.
import { counted, fill } from '../ui/interpolate.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingStop, TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';
import { isPositionFresh } from './position-age.ts';

export interface Headline {
  readonly eyebrow: string;
  readonly title: string;
  readonly details: readonly string[];
  /** The delivery does not take place, or a stop of the reader was not completed. */
  readonly hasFailed?: boolean;
}

type HeadlineBuilder = (view: TrackingView, words: Words, times: TimeFormatter) => Headline;

const MINUTE_MS = 60_000;
/** An arrival within this time is shown in minutes. */
const NEAR_MS = 30 * MINUTE_MS;
/** How long after the arrival the reader is asked to come to the door. */
const WAITING_MS = 10 * MINUTE_MS;

export function headlineOf(view: TrackingView, words: Words, times: TimeFormatter): Headline {
  const isOver = view.is_done_for_you || view.stage === 'completed';
  if (isOver && focusStop(view).state === 'skipped') return notDelivered(view, words, times);
  if (view.is_done_for_you) return doneAtStop(view, words, times, words.doneForYouDetail);
  return byStage[view.stage](view, words, times);
}

const byStage: Readonly<Record<TrackingView['stage'], HeadlineBuilder>> = {
  scheduled: (view, words, times) =>
    planned(view, words, times, view.window ? [] : [words.searching], words.scheduledDetail),
  assigned: (view, words, times) => {
    const names = crewNames(view, words);
    const soon = view.window ? [] : [fill(words.assignedSoon, { names, place: view.stops[0]?.place ?? '' })];
    return planned(view, words, times, soon, fill(words.assignedDetail, { names }));
  },
  on_the_way: underWay,
  at_stop: (view, words, times) => {
    const stop = focusStop(view);
    if (stop.state !== 'here') return underWay(view, words, times);
    const title = { come_to_door: words.cannotReach, other: words.failedForYouTitle };
    const since = stop.arrived_at && times.timeInSentence(stop.arrived_at, stop.time_zone);
    const place = since ? fill(words.hereAt, { place: stop.place, time: since }) : stop.place;
    return {
      eyebrow: focusLabel(view, words),
      title: stop.failure ? title[stop.failure] : words.here,
      // A failed stop has a warning that says what to do.
      details: isCrewWaiting(stop, times) ? [comeToDoor(view, words), place] : [place],
    };
  },
  completed: (view, words, times) => {
    const { kind, place } = focusStop(view);
    const detail = kind === 'dropoff' ? fill(words.deliveredDetail, { place }) : words.completedDetail;
    return doneAtStop(view, words, times, detail);
  },
  cancelled: (view, words, times) => {
    const reasonMessages = {
      requested: words.cancelledRequested,
      no_crew: words.cancelledNoCrew,
      other: words.cancelledOther,
    };
    const { planned, time_zone } = focusStop(view);
    const { cancellation } = view;
    const time =
      planned && `${times.dayInSentence(planned.from, time_zone)}, ${times.window(planned, time_zone)}`;
    return {
      eyebrow: focusLabel(view, words),
      title: words.cancelled,
      hasFailed: true,
      details: [
        reasonMessages[cancellation?.because ?? 'other'],
        ...(time ? [fill(words.planned, { time })] : []),
        ...(cancellation
          ? [fill(words.cancelledAt, { time: times.momentInSentence(cancellation.at, time_zone) })]
          : []),
        fill(words.newTime, { sender: senderName(view, words) }),
      ],
    };
  },
};

/** The time at which the reader's stop was completed; only the destination is "delivered". */
function doneAtStop(view: TrackingView, words: Words, times: TimeFormatter, detail: string): Headline {
  const { kind, done_at, time_zone } = focusStop(view);
  const titles = { pickup: words.pickedUp, stop: words.doneForYou, dropoff: words.completed };
  const missing = missingItems(view, words);
  return {
    eyebrow: done_at ? times.moment(done_at, time_zone) : focusLabel(view, words),
    title: missing === null ? titles[kind] : words.doneForYou,
    details: [missing ?? detail],
  };
}

/** null unless the crew skipped a stop before the reader's one, where it may not have received all items. */
function missingItems(view: TrackingView, words: Words): string | null {
  const isComplete = view.stops.slice(0, view.focus).every(({ state }) => state !== 'skipped');
  return isComplete ? null : fill(words.itemsMissing, { sender: senderName(view, words) });
}

/** Before the departure: day and planned range of the reader's stop; once that has passed, no time is promised. */
function planned(
  view: TrackingView,
  words: Words,
  times: TimeFormatter,
  onDemand: readonly string[],
  detail: string,
): Headline {
  const stop = focusStop(view);
  const label = focusLabel(view, words);
  if (stop.planned === null || view.window === null)
    return { eyebrow: label, title: words.asSoonAsPossible, details: onDemand };
  if (view.is_late) {
    const time = times.window(stop.planned, stop.time_zone);
    return {
      eyebrow: label,
      title: words.lateTitle,
      details: [fill(words.latePlanned, { time }), words.lateNewTime],
    };
  }
  return {
    eyebrow: `${label}: ${times.dayInSentence(stop.planned.from, stop.time_zone)}`,
    title: times.window(stop.planned, stop.time_zone),
    details: [fill(detail, { place: stop.place }), ...windowNote(view, words, times)],
  };
}

/** The window applies to another stop: the range of the reader's stop is estimated from it. */
function windowNote({ window, stops, focus }: TrackingView, words: Words, times: TimeFormatter) {
  if (window === null || window.stop === focus) return [];
  const name = stopName({ stops }, window.stop, words);
  return [fill(words.estimatedFrom, { stop: name, time: times.window(window, window.time_zone) })];
}

function underWay(view: TrackingView, words: Words, times: TimeFormatter): Headline {
  const stop = focusStop(view);
  const before = view.stops
    .slice(0, view.focus)
    .filter(({ state }) => !['done', 'skipped'].includes(state)).length;
  const time = stop.eta && times.span(stop.eta, stop.time_zone);
  // Minutes would claim more than an old position tells.
  const isNearKnown = stop.state === 'driving' && isPositionFresh(view, times) !== false;
  const away = stop.eta && isNearKnown ? minutesAway(stop.eta, words, times) : null;
  const details = [
    before > 0 ? counted(words.stopsBefore_one, words.stopsBefore_other, before) : null,
    away !== null && stop.eta
      ? fill(words.expected, { time: times.spanInSentence(stop.eta, stop.time_zone) })
      : null,
    // `crewLine` names the place.
    stop.eta && stop.state === 'next' ? null : arrivalLine(stop, words, times),
    crewLine(view, words),
    missingItems(view, words),
  ].filter((line) => line !== null);
  return { eyebrow: focusLabel(view, words), title: away ?? time ?? words.onTheWay, details };
}

/** "10–15 minutes away"; null if the arrival is not near. */
function minutesAway(eta: NonNullable<TrackingStop['eta']>, words: Words, times: TimeFormatter) {
  const untilMs = (at: string) => -times.ageMs(at);
  const [least, most] = [untilMs(eta.from), untilMs(eta.to)].map((ms) => Math.round(ms / MINUTE_MS));
  if (least === undefined || most === undefined || most > NEAR_MS / MINUTE_MS || most < 1) return null;
  return least <= 2
    ? counted(words.withinMinutes_one, words.withinMinutes_other, most)
    : fill(words.minutesAway, { least, most });
}

function arrivalLine(stop: TrackingStop, words: Words, times: TimeFormatter): string | null {
  if (stop.eta) return fill(stop.is_yours ? words.arrivingAtYours : words.arrivingAt, { place: stop.place });
  // A time that has passed promises nothing.
  if (stop.planned === null || times.ageMs(stop.planned.to) > 0) return null;
  return fill(words.plannedAt, { time: times.window(stop.planned, stop.time_zone) });
}

/** What the crew does, if that is not at the reader's stop. */
function crewLine({ stops, focus }: TrackingView, words: Words): string | null {
  const current = stops.find(({ state }) => ['driving', 'here', 'next'].includes(state));
  if (!current || (current.position === focus && current.state !== 'next')) return null;
  const text = { driving: words.drivingTo, here: words.crewAt, next: words.nextIs };
  return fill(text[current.state as keyof typeof text], { place: current.place });
}

function notDelivered(view: TrackingView, words: Words, times: TimeFormatter): Headline {
  const stop = focusStop(view);
  return {
    eyebrow: focusLabel(view, words),
    title: stop.kind === 'dropoff' ? words.notDelivered : words.notCompleted,
    hasFailed: true,
    details: [
      fill(words.notCompletedDetail, { place: stop.place }),
      redeliveryLine(view, words, times) ?? fill(words.newTime, { sender: senderName(view, words) }),
    ],
  };
}

function redeliveryLine({ redelivery }: TrackingView, words: Words, times: TimeFormatter): string | null {
  if (redelivery === null) return null;
  const { expected, time_zone: zone } = redelivery;
  if (expected === null) return words.redeliverySoon;
  return fill(words.redelivery, {
    time: `${times.dayInSentence(expected.from, zone)}, ${times.window(expected, zone)}`,
  });
}

/** The crew has just arrived at the reader's door. */
function isCrewWaiting({ failure, arrived_at }: TrackingStop, times: TimeFormatter): boolean {
  return failure === null && arrived_at !== null && times.ageMs(arrived_at) < WAITING_MS;
}

/** Asks for a call only if the crew can be called. */
export function comeToDoor({ crew }: TrackingView, words: Words): string {
  return crew?.phone_number ? words.comeToDoorOrCall : words.comeToDoor;
}

/** "Your delivery", "Your pickup", or the name of the stop. */
function focusLabel(view: TrackingView, words: Words): string {
  const { kind, is_yours } = focusStop(view);
  if (kind === 'dropoff') return words.yourDelivery;
  if (kind === 'pickup') return words.yourPickup;
  return is_yours ? words.yours : stopName(view, view.focus, words);
}

export function stopName({ stops }: Pick<TrackingView, 'stops'>, position: number, words: Words): string {
  const kind = stops[position]?.kind ?? 'stop';
  return kind === 'stop' ? fill(words.stop, { number: position + 1 }) : words[kind];
}

export function senderName({ sender }: TrackingView, words: Words): string {
  return sender ?? words.theSender;
}

export function crewNames({ crew }: TrackingView, words: Words): string {
  const names = crew?.members.map(({ first_name }) => first_name) ?? [];
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : fill(words.and, { first: names.slice(0, -1).join(', '), last });
}

export function focusStop({ stops, focus }: TrackingView): TrackingStop {
  const stop = stops[focus];
  if (stop === undefined) throw new RangeError(`no stop at ${focus}`);
  return stop;
}
