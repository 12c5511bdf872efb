// Validators for the parts of a request. Bodies are validated as they are; query and path values are strings and are
// coerced. Nothing is removed or defaulted silently.
//
// Compiling all validators takes 0.3 s, one of them at most 17 ms: each is compiled on first use. Compiled schemas are
// shared by all scopes of the framework and by both environments. The schemas themselves are validated by
// `npm run check`, not at run time.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { findInvisibleCharacter } from '../../lib/invisible-characters.ts';
import { isUri } from '../../lib/uri.ts';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

/**
 * The framework calls this factory for every scope that adds schemas. A compiler that is set directly would be replaced
 * in those scopes by the framework's own, which removes unknown fields and coerces bodies.
 */
export function buildValidator(sharedSchemas: unknown): FastifySchemaCompiler<object> {
  const validators = familyFor(sharedSchemas as Record<string, object>);
  return ({ schema, httpPart }) => compileLazily(() => validators.compile(schema, httpPart !== 'body'));
}

/** Ajv instances for a set of schemas that can reference each other by name. */
class SchemaFamily {
  readonly #members = new Map<string, { readonly schema: object; readonly text: string }>();
  readonly #validators = new Map<boolean, Ajv2020>();

  /** Whether the schemas can be added without giving one name two meanings. */
  admits(texts: ReadonlyMap<string, string>): boolean {
    return [...texts].every(([name, text]) => (this.#members.get(name)?.text ?? text) === text);
  }

  add(name: string, schema: object, text: string): void {
    if (this.#members.has(name)) return;
    this.#members.set(name, { schema, text });
    for (const ajv of this.#validators.values()) ajv.addSchema(schema);
  }

  compile(schema: object, coercesTypes: boolean): ReturnType<Ajv2020['compile']> {
    let ajv = this.#validators.get(coercesTypes);
    if (!ajv) {
      ajv = createAjv(coercesTypes);
      for (const member of this.#members.values()) ajv.addSchema(member.schema);
      this.#validators.set(coercesTypes, ajv);
    }
    return ajv.compile(schema);
  }
}

/** More than one only if schemas of the same name differ, as between environments. */
const families: SchemaFamily[] = [];

/** Texts by which schemas of the same name are compared. Schemas are constants: each is written out once. */
const schemaTexts = new WeakMap<object, string>();

function textOf(schema: object): string {
  const text = schemaTexts.get(schema) ?? JSON.stringify(schema);
  schemaTexts.set(schema, text);
  return text;
}

function familyFor(shared: Record<string, object>): SchemaFamily {
  const texts = new Map(Object.entries(shared).map(([name, schema]) => [name, textOf(schema)]));
  let family = families.find((each) => each.admits(texts));
  if (!family) {
    family = new SchemaFamily();
    families.push(family);
  }
  for (const [name, schema] of Object.entries(shared)) family.add(name, schema, texts.get(name) ?? '');
  return family;
}

function compileLazily(compile: () => ReturnType<Ajv2020['compile']>): Validate {
  let compiled: ReturnType<Ajv2020['compile']> | undefined;
  const validate = (data: unknown) => {
    compiled ??= compile();
    const isValid = compiled(data);
    validate.errors = compiled.errors;
    return isValid;
  };
  validate.errors = undefined as ReturnType<Ajv2020['compile']>['errors'];
  return validate as Validate;
}

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes,
    strict: false,
    verbose: true,
    discriminator: false,
    validateSchema: false,
    // Ajv's own optimizer takes a third of the compile time, and V8 optimizes the code anyway.
    code: { optimize: false },
  });
  formats.default(ajv);
  // The standard formats allow leap seconds, which JavaScript cannot represent, and years that PostgreSQL refuses. The
  // seconds, which RFC 3339 requires, can be omitted: ISO 8601 allows that.
  const isDateTime = formats.default.get('date-time') as { validate: (text: string) => boolean };
  ajv.addFormat(
    'date-time',
    (text: string) => isDateTime.validate(withSeconds(text)) && hasYear(Date.parse(text)),
  );
  const isDate = formats.default.get('date') as { validate: (text: string) => boolean };
  ajv.addFormat('date', (text: string) => isDate.validate(text) && hasYear(Date.parse(text)));
  // The standard format refuses some URIs and allows some others.
  ajv.addFormat('uri', isUri);
  // Possible numbers, not only assigned ones: partners test with fictitious numbers.
  ajv.addFormat(
    'e164',
    (text: string) =>
      /^\+[1-9]\d{1,14}$/.test(text) && parsePhoneNumberFromString(text)?.isPossible() === true,
  );
  ajv.addFormat('visible-line', (text: string) => /\S/.test(text) && findInvisibleCharacter(text) === null);
  return ajv;
}

/** Adds `:00` to a time of hours and minutes. */
function withSeconds(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d[t\s]\d\d:\d\d)(?=[z+-])/i, '$1:00');
}

/** Years 1 to 9999 in UTC: other years need an extended format that not all parsers read. */
function hasYear(timeMs: number): boolean {
  return timeMs >= firstMs && timeMs < endMs;
}

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const endMs = Date.parse('+010000-01-01T00:00:00Z');
