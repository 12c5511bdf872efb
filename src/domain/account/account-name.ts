// Rules for the name of an account, which messages and pages show to customers.
import { findInvisibleCharacter } from '../../lib/invisible-characters.ts';
import { Problem } from '../../lib/problem.ts';

/** Refuses names that could show customers something else than a name. Names such as Acme.com are allowed. */
export function requireAccountName(name: string, param = 'name'): void {
  const fault = faultOf(name);
  if (fault !== null) throw Problem.of('invalid_parameter', `${param} ${fault}`, { param });
}

function faultOf(name: string): string | null {
  if (name.trim() === '') return 'must contain at least one visible character.';
  const invisible = findInvisibleCharacter(name);
  if (invisible !== null)
    return `must not contain control, bidirectional or other invisible characters: it contains ${invisible}.`;
  if (/[<>]/.test(name)) return 'must not contain < or >.';
  if (/:\/\/|\bwww\.|\.\p{L}{2,}\//iu.test(name))
    return 'must not contain a web address. Send the name without http://, www. and path.';
  return null;
}
