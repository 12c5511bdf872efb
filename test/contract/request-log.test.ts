// Every field of the API is explicitly either shown or masked in the request log.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { personalNames, unmaskedNames } from '../../src/features/requests/redaction.ts';

const document = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'));

function namesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  const { properties, in: location, name } = part as Readonly<Record<string, unknown>>;
  // Examples contain data whose keys are not fields.
  if (typeof properties === 'object' && properties !== null)
    for (const each of Object.keys(properties)) found.add(each);
  if (location === 'query' && typeof name === 'string') found.add(name);
  for (const [key, child] of Object.entries(part))
    if (key !== 'examples' && key !== 'example') namesIn(child, found);
  return found;
}

/** Parameters of the sign-in page, which is not logged. */
const signInParameters = ['response_type', 'code_challenge', 'code_challenge_method'];

it('decides for every API field whether the request log shows it', () => {
  const undecided = [...namesIn(document)].filter(
    (name) => !unmaskedNames.has(name) && !personalNames.has(name) && !signInParameters.includes(name),
  );
  expect(undecided, 'list these in features/requests/redaction.ts').toEqual([]);
  expect([...unmaskedNames].filter((name) => personalNames.has(name))).toEqual([]);
});
