// Every field of the API is explicitly either shown or masked in the request log.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { personalNames, unmaskedNames } from '../../src/features/requests/redaction.ts';

const listFile = 'src/features/requests/redaction.ts';
const document = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'));

function namesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return found;
  const { properties, in: location, name } = part as Readonly<Record<string, unknown>>;
  // Examples contain data whose keys are not fields.
  if (typeof properties === 'object' && properties !== null)
    for (const each of Object.keys(properties)) found.add(each);
  if ((location === 'query' || location === 'header') && typeof name === 'string') found.add(name);
  for (const [key, child] of Object.entries(part))
    if (key !== 'examples' && key !== 'example') namesIn(child, found);
  return found;
}

/** Parameters of the sign-in page, and headers of the webhook requests that we send: neither is logged. */
const unlogged =
  'response_type code_challenge code_challenge_method webhook-id webhook-timestamp webhook-signature'.split(
    ' ',
  );

function faultsOf(description: unknown): string[] {
  const names = namesIn(description);
  const listed = [...unmaskedNames, ...personalNames];
  return [
    ...[...names]
      .filter((name) => !listed.includes(name) && !unlogged.includes(name))
      .map(
        (name) =>
          `The request log does not know the field ${name} and masks it. List it in ${listFile}: in \`personalNames\` if its value is personal data or free text, else in \`unmaskedNames\`.`,
      ),
    ...listed
      .filter((name) => !names.has(name))
      .map((name) => `The API has no field ${name}. Remove it from ${listFile}.`),
    ...listed
      .filter((name, index) => listed.indexOf(name) !== index)
      .map((name) => `The field ${name} is listed twice in ${listFile}.`),
  ];
}

describe('the request log', () => {
  it('shows or masks every field of the API by decision', () => {
    expect(faultsOf(document)).toEqual([]);
  });

  it('does not know a new field, wherever it is', () => {
    const schemas = { StopInput: { type: 'object', properties: { door_code: { type: 'string' } } } };
    const paths = { '/bookings': { get: { parameters: [{ in: 'query', name: 'nick_name' }] } } };
    expect(faultsOf([document, { components: { schemas } }, { paths }])).toEqual([
      expect.stringContaining('does not know the field door_code'),
      expect.stringContaining('does not know the field nick_name'),
    ]);
  });

  it('lists no field that the API no longer has', () => {
    const text = JSON.stringify(document).replaceAll('"postal_code":', '"zip":');
    expect(faultsOf(JSON.parse(text))).toContain(
      `The API has no field postal_code. Remove it from ${listFile}.`,
    );
  });
});
