// Errors about crews, crew members, vehicles and shifts. Each names the parameter.
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';

export function invalidParameter(param: string, message: string): Problem {
  return Problem.of('invalid_parameter', message, { param });
}

type RosterNoun = 'crew' | 'crew member' | 'vehicle' | 'shift' | 'shift pattern' | 'offer';

function notFound(what: RosterNoun): Problem {
  return Problem.of('not_found', `There is no such ${what}.`);
}

/** The crew cannot take the booking: engaged elsewhere, retired or without a vehicle. */
export function crewUnavailable(message: string): Problem {
  return Problem.of('crew_unavailable', message, { param: 'crew_id' });
}

const maxNamedBookings = 10;

/** "booking 4MH8Z6YG", "2 bookings (4MH8Z6YG, K6THDGX4)": the operator reassigns them next. */
export function namedBookings(engaged: readonly { readonly hid: string }[]): string {
  const hids = engaged.slice(0, maxNamedBookings).map(({ hid }) => hid);
  if (engaged.length === 1) return `booking ${hids[0]}`;
  const more = engaged.length > hids.length ? ', …' : '';
  return `${engaged.length} bookings (${hids.join(', ')}${more})`;
}

/** Returns the row, or throws `not_found`. `id` may be any string. */
export async function requireRow<T>(
  what: RosterNoun,
  id: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const row = isUuid(id) ? await find(id) : undefined;
  if (row === undefined) throw notFound(what);
  return row;
}

export function checkName(param: string, name: string): void {
  if (name.trim() === '' || name.length > 255)
    throw invalidParameter(param, `${param} must have 1 to 255 characters.`);
}

/** Maps a violation of the unique constraint to an error about `param`. */
export async function mapUniqueViolation<T>(
  constraint: string,
  param: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    throw invalidParameter(
      param,
      `This ${param} is already in use. Choose another one, or retire the existing entry first.`,
    );
  }
}
