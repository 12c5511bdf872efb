// Parses reported actions and checks that the fields required by each kind are present.
import { Problem } from '../../lib/problem.ts';
import type { CrewAction } from './crew-wire.ts';
import type { ActionBody } from './sync-schemas.ts';

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
    default:
      return action.kind satisfies never;
  }
}

function photosOf(ids: readonly string[], nth: number): readonly string[] {
  if (ids.length > 0) return ids;
  const param = `actions[${nth}].photo_ids`;
  throw Problem.of('missing_parameter', `${param} must contain at least one photo.`, { param });
}
