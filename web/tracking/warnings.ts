// Warnings of the tracking page: a late or lost crew, and a stop that the crew cannot complete.
import { fill } from '../ui/interpolate.ts';
import type { TrackingView } from './api.generated.ts';
import { comeToDoor, senderName } from './headline.ts';
import type { Words } from './messages.ts';

export interface Warning {
  readonly title: string;
  readonly text: string;
  /** The reader can help by calling the crew. */
  readonly hasCall: boolean;
}

export function warningsOf(view: TrackingView, words: Words): readonly Warning[] {
  return [failureWarning(view, words), reassigningWarning(view, words), lateWarning(view, words)].filter(
    (warning) => warning !== null,
  );
}

function failureWarning(view: TrackingView, words: Words): Warning | null {
  const stop = view.stops.find(({ failure }) => failure !== null);
  if (!stop) return null;
  const filled = { place: stop.place, sender: senderName(view, words) };
  const isReaders = stop.position === view.focus || stop.is_yours;
  if (isReaders && stop.failure === 'come_to_door')
    return { title: comeToDoor(view, words), text: fill(words.comeToDoorNow, filled), hasCall: true };
  if (isReaders) return { title: words.decisionTitle, text: fill(words.failedForYou, filled), hasCall: true };
  return { title: words.stopFailedTitle, text: fill(words.stopFailed, filled), hasCall: false };
}

function reassigningWarning({ is_reassigning }: TrackingView, words: Words): Warning | null {
  return is_reassigning ? { title: words.reassigningTitle, text: words.reassigning, hasCall: false } : null;
}

/** Before the departure, the headline says it. */
function lateWarning({ is_late, stage }: TrackingView, words: Words): Warning | null {
  const isMoving = stage === 'on_the_way' || stage === 'at_stop';
  return is_late && isMoving ? { title: words.lateTitle, text: words.lateMoving, hasCall: false } : null;
}
