// Parses reported actions and checks that the fields required by each kind are present.
import { Problem } from '../../lib/problem.ts';
import type { CrewAction } from './crew-wire.ts';
import type { ToldAction } from './sync-schemas.ts';

export function readAction(told: ToldAction, nth: number): CrewAction {
  const { id, booking_id, at } = told;
  const needed = <Field extends keyof ToldAction>(field: Field) => {
    const value = told[field];
    if (value !== undefined) return value as NonNullable<ToldAction[Field]>;
    const param = `actions[${nth}].${field}`;
    throw Problem.of('missing_parameter', `${param} is required for ${told.kind}.`, { param });
  };
  if (told.kind === 'position') return { id, booking_id, at, kind: 'position', location: needed('location') };
  const step = { id, booking_id, at, stop_id: needed('stop_id') };
  switch (told.kind) {
    case 'depart':
      return { ...step, kind: 'depart', ...(told.location && { location: told.location }) };
    case 'arrive':
      return { ...step, kind: 'arrive' };
    case 'complete':
      return { ...step, kind: 'complete', photo_ids: photosOf(needed('photo_ids'), nth) };
    case 'cannot_complete':
      return {
        ...step,
        kind: 'cannot_complete',
        reason: needed('reason'),
        ...(told.note !== undefined && { note: told.note }),
        ...(told.photo_ids && { photo_ids: told.photo_ids }),
      };
    default:
      return told.kind satisfies never;
  }
}

function photosOf(ids: readonly string[], nth: number): readonly string[] {
  if (ids.length > 0) return ids;
  const param = `actions[${nth}].photo_ids`;
  throw Problem.of('missing_parameter', 'A stop is done with a photo of it.', { param });
}
