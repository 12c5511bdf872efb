// What can be wrong with crews, people, vehicles and shifts, in words that name the parameter.
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';

export function wrong(param: string, message: string): Problem {
  return Problem.of('invalid_parameter', message, { param });
}

function nothingSuch(what: 'crew' | 'crew member' | 'vehicle' | 'shift' | 'offer'): Problem {
  return Problem.of('not_found', `There is no such ${what}.`);
}

/** The crew cannot be had: engaged elsewhere, or no longer there. */
export function crewUnavailable(message: string): Problem {
  return Problem.of('crew_unavailable', message, { param: 'crew_id' });
}

/** What was found, if it is in use; `id` may be anything. */
export async function found<T>(
  what: 'crew' | 'crew member' | 'vehicle' | 'shift' | 'offer',
  id: string,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const thing = isUuid(id) ? await find(id) : undefined;
  if (thing === undefined) throw nothingSuch(what);
  return thing;
}

export function checkName(param: string, name: string): void {
  if (name.trim() === '' || name.length > 255) throw wrong(param, `${param} must have 1 to 255 characters.`);
}

/** Two of the same name are found when they are written. */
export async function refusingTaken<T>(
  constraint: string,
  param: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    throw wrong(param, `There is already one with this ${param}. Choose another, or retire that one first.`);
  }
}
