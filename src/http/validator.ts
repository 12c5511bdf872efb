// Validators for the parts of a request. Bodies are taken as they are; query and path values arrive as text and are
// converted. Nothing is dropped or filled in silently.
//
// Compiling all of them takes longer than everything else at start, so each is compiled when it is first needed, or
// ahead of that by `compileValidators` once the process serves. What is compiled is shared by all scopes of the framework
// and by both environments. Schemas themselves are held to the standard by `npm run check`, not at run time.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

type Validate = ReturnType<FastifySchemaCompiler<object>>;

/** What has not been compiled yet. */
const pending = new Set<() => void>();

/**
 * Called by the framework for every scope that adds schemas of its own, which is why it is given as a factory: a
 * compiler that is merely set would be replaced there by the framework's, which drops and converts.
 */
export function buildValidator(sharedSchemas: unknown): FastifySchemaCompiler<object> {
  const validators = validatorsKnowing(sharedSchemas as Record<string, object>);
  return ({ schema, httpPart }) => lazily(() => validators.compile(schema, httpPart !== 'body'));
}

/** Compiles what nobody has needed yet, one at a time, so that requests are answered in between. */
export async function compileValidators(isOver: () => boolean): Promise<void> {
  for (const compile of pending) {
    if (isOver()) return;
    compile();
    await nextTurn();
  }
}

/** The validators of schemas that may refer to one another by name. */
class SchemaFamily {
  readonly #members = new Map<string, { readonly schema: object; readonly text: string }>();
  readonly #validators = new Map<boolean, Ajv2020>();

  /** Whether no name would mean two things. */
  admits(texts: ReadonlyMap<string, string>): boolean {
    return [...texts].every(([name, text]) => (this.#members.get(name)?.text ?? text) === text);
  }

  add(name: string, schema: object, text: string): void {
    if (this.#members.has(name)) return;
    this.#members.set(name, { schema, text });
    for (const ajv of this.#validators.values()) ajv.addSchema(schema);
  }

  compile(schema: object, isConverting: boolean): ReturnType<Ajv2020['compile']> {
    let ajv = this.#validators.get(isConverting);
    if (!ajv) {
      ajv = createAjv(isConverting);
      for (const member of this.#members.values()) ajv.addSchema(member.schema);
      this.#validators.set(isConverting, ajv);
    }
    return ajv.compile(schema);
  }
}

/** As many as there are schemas of the same name that differ, as between environments. */
const families: SchemaFamily[] = [];

/** The framework hands every scope copies of its own: what they say tells whether they are the same. */
function validatorsKnowing(shared: Record<string, object>): SchemaFamily {
  const texts = new Map(Object.entries(shared).map(([name, schema]) => [name, JSON.stringify(schema)]));
  let family = families.find((each) => each.admits(texts));
  if (!family) {
    family = new SchemaFamily();
    families.push(family);
  }
  for (const [name, schema] of Object.entries(shared)) family.add(name, schema, texts.get(name) ?? '');
  return family;
}

function lazily(compile: () => ReturnType<Ajv2020['compile']>): Validate {
  let compiled: ReturnType<Ajv2020['compile']> | undefined;
  const compileNow = () => {
    compiled ??= compile();
    pending.delete(compileNow);
    return compiled;
  };
  pending.add(compileNow);
  const validate = (data: unknown) => {
    const run = compileNow();
    const isValid = run(data);
    validate.errors = run.errors;
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
  });
  formats.default(ajv);
  // The standard ones admit leap seconds, which no clock here shows, and years that the database cannot read.
  const isDateTime = formats.default.get('date-time') as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text: string) => isDateTime.validate(text) && hasYear(Date.parse(text)));
  const isDate = formats.default.get('date') as { validate: (text: string) => boolean };
  ajv.addFormat('date', (text: string) => isDate.validate(text) && hasYear(Date.parse(text)));
  // `uri` alone admits javascript: and hosts of nothing.
  ajv.addFormat('http-url', (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
  });
  // Numbers that could exist: partners test with ones that nobody was given.
  ajv.addFormat(
    'e164',
    (text: string) =>
      /^\+[1-9]\d{1,14}$/.test(text) && parsePhoneNumberFromString(text)?.isPossible() === true,
  );
  return ajv;
}

/** From 1 to 9999 in UTC: beyond that times are written in ways that not everybody reads. */
function hasYear(timeMs: number): boolean {
  return timeMs >= firstMs && timeMs < endMs;
}

const firstMs = Date.parse('0001-01-01T00:00:00Z');
const endMs = Date.parse('+010000-01-01T00:00:00Z');
