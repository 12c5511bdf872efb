// Texts of the headline card and the warnings, derived from the state of the booking.

import { counted, fill } from '../ui/interpolate.ts';
import type { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingStop, TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';

export interface Headline {
  readonly eyebrow: string;
  readonly title: string;
  readonly details: readonly string[];
}

export interface Warning {
  readonly title: string;
  readonly text: string;
}

export function headlineOf(view: TrackingView, words: Words, times: TimeFormatter): Headline {
  if (view.is_done_for_you)
    return { eyebrow: words.onTheWay, title: words.doneForYou, details: [words.doneForYouDetail] };
  return { ...byStage[view.stage](view, words, times) };
}

type HeadlineBuilder = (view: TrackingView, words: Words, times: TimeFormatter) => Headline;

const byStage: Readonly<Record<TrackingView['stage'], HeadlineBuilder>> = {
  scheduled: (view, words, times) => ({
    ...planned(view, words, times),
    details: view.window
      ? [fill(words.scheduledDetail, { place: windowPlace(view) }), ...windowNote(view, words)]
      : [words.searching],
  }),
  assigned: (view, words, times) => {
    const filled = { names: crewNames(view, words), place: windowPlace(view) };
    return {
      ...planned(view, words, times),
      details: view.window
        ? [fill(words.assignedDetail, filled), ...windowNote(view, words)]
        : [fill(words.assignedSoon, filled)],
    };
  },
  on_the_way: underWay,
  at_stop: (view, words, times) => {
    const stop = focusStop(view);
    if (stop.state !== 'here') return underWay(view, words, times);
    const since = stop.arrived_at && times.time(stop.arrived_at, stop.time_zone);
    return {
      eyebrow: stopName(view, view.focus, words),
      title: words.here,
      details: [since ? fill(words.hereAt, { place: stop.place, time: since }) : stop.place],
    };
  },
  completed: (view, words, times) => {
    const stop = focusStop(view);
    return {
      eyebrow: stop.done_at ? times.moment(stop.done_at, stop.time_zone) : words.stepDone,
      title: words.completed,
      details: [words.completedDetail],
    };
  },
  cancelled: (view, words, times) => {
    const reasonMessages = {
      requested: words.cancelledRequested,
      no_crew: words.cancelledNoCrew,
      other: words.cancelledOther,
    };
    const { time_zone } = focusStop(view);
    return {
      eyebrow: view.cancellation ? times.moment(view.cancellation.at, time_zone) : '',
      title: words.cancelled,
      details: [reasonMessages[view.cancellation?.because ?? 'other'], words.cancelledContact],
    };
  },
};

function planned({ window }: TrackingView, words: Words, times: TimeFormatter): Omit<Headline, 'details'> {
  if (window === null) return { eyebrow: words.scheduled, title: words.asSoonAsPossible };
  return { eyebrow: times.day(window.from, window.time_zone), title: times.window(window, window.time_zone) };
}

/** Note that the arrival window applies to another stop than the reader's. */
function windowNote({ window, stops, focus }: TrackingView, words: Words): readonly string[] {
  if (window === null || stops[focus]?.is_yours !== true || window.stop === focus) return [];
  return [focus > window.stop ? words.yoursAfter : words.yoursBefore];
}

function underWay(view: TrackingView, words: Words, times: TimeFormatter): Headline {
  const stop = focusStop(view);
  const before = view.stops
    .slice(0, view.focus)
    .filter(({ state }) => !['done', 'skipped'].includes(state)).length;
  const details = [
    before > 0 && stop.is_yours ? counted(words.stopsBefore_one, words.stopsBefore_other, before) : null,
    fill(arrivalMessage(stop, words), { place: stop.place }),
  ].filter((line) => line !== null);
  return {
    eyebrow: stop.eta ? words.onTheWay : stopName(view, view.focus, words),
    title: stop.eta ? times.span(stop.eta, stop.time_zone) : words.onTheWay,
    details,
  };
}

function arrivalMessage(stop: TrackingStop, words: Words): string {
  if (stop.eta) return stop.is_yours ? words.arrivingAtYours : words.arrivingAt;
  return stop.state === 'driving' ? words.drivingTo : words.nextIs;
}

export function warningsOf(view: TrackingView, words: Words): readonly Warning[] {
  const failedStop = view.stops.find(({ has_trouble }) => has_trouble);
  return [
    view.is_reassigning ? { title: words.reassigningTitle, text: words.reassigning } : null,
    failedStop
      ? { title: words.stopFailedTitle, text: fill(words.stopFailed, { place: failedStop.place }) }
      : null,
    view.is_late
      ? { title: words.lateTitle, text: isMoving(view) ? words.lateMoving : words.lateScheduled }
      : null,
  ].filter((warning) => warning !== null);
}

const isMoving = ({ stage }: TrackingView) => stage === 'on_the_way' || stage === 'at_stop';

export function stopName({ stops }: Pick<TrackingView, 'stops'>, position: number, words: Words): string {
  const kind = stops[position]?.kind ?? 'stop';
  return kind === 'stop' ? fill(words.stop, { number: position + 1 }) : words[kind];
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

function windowPlace({ window, stops }: TrackingView): string {
  return stops[window?.stop ?? 0]?.place ?? '';
}
