// The error for an organization id that does not exist.
import { Problem } from '../../../lib/problem.ts';

export function organizationNotFound(): Problem {
  return Problem.of('not_found', 'No organization has this id.');
}
