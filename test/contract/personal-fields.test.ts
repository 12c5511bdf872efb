// Every field that partners can send about a booking, its customer, its contacts and its stops is erased with the person
// and redacted by the logger, or listed as harmless: features/privacy/personal-fields.ts.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createCommandLogger } from '../../src/cli/command-logger.ts';
import type { Location } from '../../src/domain/place/route.ts';
import { coarsened, eraseFrom } from '../../src/features/privacy/erase-document.ts';
import { harmlessFields } from '../../src/features/privacy/personal-fields.ts';
import { camelCase } from '../../src/lib/snake-case.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const listFile = 'src/features/privacy/personal-fields.ts';
const document = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
) as Document;
const harmless = Object.values(harmlessFields).flatMap((names) => names.trim().split(/\s+/));

/** The path of each field, such as `stops.floor`, and whether its value is a place. */
type Fields = Map<string, { readonly isPlace: boolean }>;

/** Objects with a path of their own, in whichever body they are. */
const objects = new Set(['customer', 'contacts', 'stops']);

function requestFields({ paths, components }: Document): Fields {
  const found: Fields = new Map();
  const visit = (schema: Schema, path: readonly string[]): void => {
    const parts = partsOf(schema, components.schemas);
    const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
    for (const [name, field] of properties) visit(field, objects.has(name) ? [name] : [...path, name]);
    if (properties.length > 0) return;
    found.set(path.join('.'), { isPlace: JSON.stringify(schema).includes('/LocationParam"') });
  };
  for (const [path, methods] of Object.entries(paths)) {
    if (!/^\/(bookings|quotes|schedule)\b/.test(path)) continue;
    for (const { requestBody } of Object.values(methods))
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        visit(schema, [path.includes('/stops') ? 'stops' : 'booking']);
  }
  return found;
}

/** The schema, its alternatives and the elements of arrays, with references resolved. */
function partsOf(schema: Schema, schemas: Document['components']['schemas']): Schema[] {
  const { $ref, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const target = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? ''];
  if ($ref !== undefined && !target) throw new Error(`${$ref} is not in the description`);
  const beneath = [target, items, ...anyOf, ...oneOf, ...allOf].filter((each) => each !== undefined);
  return [schema, ...beneath.flatMap((each) => partsOf(each, schemas))];
}

const canary = 'Quillimandra Doe';
const place: Location = {
  id: 'place-1',
  name: canary,
  address2: canary,
  longitude: -73.98,
  latitude: 40.74,
  address: { street: canary, locality: 'New York', region: 'NY' },
  locationType: 'street_address',
  timeZone: 'America/New_York',
};

/** Without the names of persons, so that the field is erased because of its name, whatever its value is. */
const erasure = {
  whom: 'everybody',
  isCustomer: true,
  names: [],
  places: new Map([[place.id, coarsened(place)]]),
} as const;

/** `inFormat` spells names as the wire format or the domain does. */
function isErased(path: string, isPlace: boolean, inFormat: (name: string) => string): boolean {
  const value = isPlace ? { id: place.id, name: canary, [inFormat('location_type')]: 'premise' } : canary;
  const names = path.replace(/^booking\./, '').split('.');
  const nested = names.reduceRight<unknown>((inner, name) => ({ [inFormat(name)]: inner }), value);
  const erased = eraseFrom({ hid: 'AB12', ...(nested as object) }, erasure);
  return !JSON.stringify(erased).includes(canary);
}

function isRedacted(name: string): boolean {
  let text = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    text += String(line);
    return true;
  });
  const field = { [name]: canary };
  createCommandLogger().error({ ...field, stop: field, request: { body: field } }, 'failed');
  write.mockRestore();
  return text.includes('[redacted]') && !text.includes(canary);
}

function faultsOf(description: Document, listed: readonly string[]): string[] {
  const fields = requestFields(description);
  const open = [...fields].flatMap(([path, { isPlace }]) => {
    const name = path.split('.').at(-1) ?? '';
    const isErasedInBoth = isErased(path, isPlace, String) && isErased(path, isPlace, camelCase);
    const missing = [
      ...(isErasedInBoth ? [] : ['erased by src/features/privacy/erase-document.ts']),
      ...(isRedacted(name) && isRedacted(camelCase(name)) ? [] : ['redacted by the logger']),
    ];
    if (listed.includes(path))
      return isErasedInBoth ? [`The field ${path} is erased. Remove it from ${listFile}.`] : [];
    if (missing.length === 0) return [];
    return [
      `The field ${path} may hold personal data, and is not ${missing.join(' and not ')}. If it is harmless, add it to \`harmlessFields\` in ${listFile} with the reason.`,
    ];
  });
  return [
    ...open,
    ...listed
      .filter((path) => !fields.has(path))
      .map((path) => `No request has the field ${path}. Remove it from ${listFile}.`),
    ...listed
      .filter((path, index) => listed.indexOf(path) !== index)
      .map((path) => `The field ${path} is listed twice in ${listFile}.`),
  ];
}

/** The description with further fields, by schema. */
function withFields(fields: Readonly<Record<string, object>>): Document {
  const changed = structuredClone(document);
  for (const [name, properties] of Object.entries(fields))
    Object.assign(changed.components.schemas[name]?.properties ?? {}, properties);
  return changed;
}

describe('the fields of requests', () => {
  it('are all erased and redacted, or harmless', () => {
    expect(requestFields(document).size).toBeGreaterThan(30);
    expect(faultsOf(document, harmless)).toEqual([]);
  });

  it('include new ones, which are neither, in every object', () => {
    const text = { type: 'string' };
    const found = faultsOf(
      withFields({
        BookingInput: { doorbell: text, parking: { type: 'object', properties: { permit: text } } },
        CustomerInput: { nickname: text },
        ContactInput: { age: { type: 'integer' } },
        StopInput: { door_code: text, has_dog: { type: 'boolean' } },
        StopUpdate: { garage: { anyOf: [{ $ref: '#/components/schemas/LocationParam' }, { type: 'null' }] } },
      }),
      harmless,
    );
    const added =
      'stops.door_code stops.has_dog booking.doorbell booking.parking.permit customer.nickname contacts.age';
    for (const path of added.split(' '))
      expect(found).toContainEqual(
        expect.stringContaining(
          `The field ${path} may hold personal data, and is not erased by src/features/privacy/erase-document.ts and not redacted by the logger.`,
        ),
      );
    expect(found).toContainEqual(
      expect.stringContaining(
        'The field stops.garage may hold personal data, and is not redacted by the logger.',
      ),
    );
    expect(found).toHaveLength(7);
  });

  it('include one that is redacted but not erased', () => {
    expect(faultsOf(withFields({ StopInput: { phone: { type: 'string' } } }), harmless)).toEqual([
      expect.stringContaining('The field stops.phone may hold personal data, and is not erased by'),
    ]);
  });

  it('are listed once, and only while they exist and are not erased', () => {
    const stale = [...harmless, 'stops.gate', 'stops.floor', 'customer.name'];
    expect(faultsOf(document, stale)).toEqual([
      `The field customer.name is erased. Remove it from ${listFile}.`,
      `No request has the field stops.gate. Remove it from ${listFile}.`,
      `The field stops.floor is listed twice in ${listFile}.`,
    ]);
  });
});
