// Parses reported actions and checks that the fields required by each kind are present.
import type { StopFailureReason } from '../../domain/booking/stop-failure-reasons.ts';
import type { CrewProblem } from '../../domain/dispatch/crew-problem.ts';
import { Problem } from '../../lib/problem.ts';
import type { ActionBody, Point } from './crew-schemas.ts';

interface Base {
  readonly id: string;
  readonly booking_id: string;
  readonly at: string;
}
interface StepBase extends Base {
  readonly stop_id: string;
}
/** An action with the fields of its kind. */
export type CrewAction =
  | (StepBase & { readonly kind: 'depart'; readonly location?: Point })
  | (StepBase & { readonly kind: 'arrive' })
  | (StepBase & { readonly kind: 'complete'; readonly photo_ids: readonly string[] })
  | (StepBase & {
      readonly kind: 'cannot_complete';
      readonly reason: StopFailureReason;
      readonly note?: string;
      readonly photo_ids?: readonly string[];
    })
  | (StepBase & { readonly kind: 'note'; readonly note: string })
  | (StepBase & { readonly kind: 'problem'; readonly problem: CrewProblem; readonly note: string })
  | (Base & { readonly kind: 'position'; readonly location: Point });

export function parseAction(action: ActionBody, nth: number): CrewAction {
  const { id, booking_id, at } = action;
  const needed = <Field extends keyof ActionBody>(field: Field) => {
    const value = action[field];
    if (value !== undefined) return value as NonNullable<ActionBody[Field]>;
    const param = `actions[${nth}].${field}`;
    throw Problem.of('missing_parameter', `${param} is required for ${action.kind}.`, { param });
  };
  if (action.kind === 'position')
    return { id, booking_id, at, kind: 'position', location: needed('location') };
  const step = { id, booking_id, at, stop_id: needed('stop_id') };
  switch (action.kind) {
    case 'depart':
      return { ...step, kind: 'depart', ...(action.location && { location: action.location }) };
    case 'arrive':
      return { ...step, kind: 'arrive' };
    case 'complete':
      return { ...step, kind: 'complete', photo_ids: photosOf(needed('photo_ids'), nth) };
    case 'cannot_complete':
      return {
        ...step,
        kind: 'cannot_complete',
        reason: needed('reason'),
        ...(action.note !== undefined && { note: action.note }),
        ...(action.photo_ids && { photo_ids: action.photo_ids }),
      };
    case 'note':
      return { ...step, kind: 'note', note: noteOf(needed('note'), nth) };
    case 'problem': {
      const problem = needed('problem');
      const note = problem === 'other' ? noteOf(needed('note'), nth) : (action.note ?? '').trim();
      return { ...step, kind: 'problem', problem, note };
    }
    default:
      return action.kind satisfies never;
  }
}

function noteOf(note: string, nth: number): string {
  const text = note.trim();
  if (text !== '') return text;
  const param = `actions[${nth}].note`;
  throw Problem.of('missing_parameter', `${param} must not be empty.`, { param });
}

function photosOf(ids: readonly string[], nth: number): readonly string[] {
  if (ids.length > 0) return ids;
  const param = `actions[${nth}].photo_ids`;
  throw Problem.of('missing_parameter', `${param} must contain at least one photo.`, { param });
}
