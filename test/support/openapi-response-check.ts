// Checks every response that a test receives against the OpenAPI descriptions: media type, schema, and no undocumented
// field.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

interface ResponseDescription {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, object>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, ResponseDescription> }>>>
  >;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { responses: Record<string, ResponseDescription> };
}

// Callers must tolerate new fields, but a test must find undocumented ones.
const readDescription = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${file}.json`, import.meta.url), 'utf8'), (_key, value) =>
    typeof value?.properties === 'object' && !Array.isArray(value.properties)
      ? { additionalProperties: false, ...value }
      : value,
  ) as Document;
const descriptions = { openapi: readDescription('openapi'), operator: readDescription('operator') };
// Each schema is used for few values: compiling must be cheap.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
formats.default(ajv);
// Custom formats; values were validated when they were received.
ajv.addFormat('e164', /^\+[1-9]\d{1,14}$/);
ajv.addFormat('visible-line', /\S/);
ajv.addFormat('http-url', (text: string) => URL.canParse(text));
for (const [name, description] of Object.entries(descriptions)) ajv.addSchema(description, name);

const literal = (path: string) => path.replace(/\{\w+\}/g, '').length;
const templates = (Object.keys(descriptions) as (keyof typeof descriptions)[])
  .flatMap((name) => Object.keys(descriptions[name].paths).map((path) => ({ name, path })))
  // If several templates match, the one with the longest literal part wins.
  .toSorted((one, other) => literal(other.path) - literal(one.path))
  .map(({ name, path }) => ({
    name,
    path,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

export function expectDocumented(method: string, address: string, answer: CheckedResponse): void {
  const fault = responseMismatch(method, address, answer);
  expect(fault, `${method} ${address} returned ${answer.status}`).toBeNull();
}

interface CheckedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** The mismatch between a response and the description; null if it matches, or if the path is not documented. */
export function responseMismatch(method: string, address: string, answer: CheckedResponse): string | null {
  const template = templates.find(({ pattern }) => pattern.test(address.split('?', 1)[0] ?? ''));
  if (!template) return null;
  const { path } = template;
  const description = descriptions[template.name];
  const operation = description.paths[path]?.[method.toLowerCase()];
  if (!operation) return null;
  const { responses } = operation;
  const status = String(answer.status) in responses ? String(answer.status) : 'default';
  const shared = responses[status]?.$ref?.split('/').at(-1);
  const content = (shared ? description.components.responses[shared] : responses[status])?.content ?? {};
  const type = (answer.headers.get('content-type') ?? '').replace(/; charset=utf-8$/, '');
  if (Object.keys(content).length === 0) return null;
  if (!Object.keys(content).includes(type))
    return `media type ${type}; documented: ${Object.keys(content).join(', ')}`;
  if (!type.includes('json')) return null;
  const place = shared
    ? ['components', 'responses', shared]
    : ['paths', path, method.toLowerCase(), 'responses', status];
  const validate = validatorAt(template.name, [...place, 'content', type, 'schema']);
  if (validate(answer.body)) return null;
  return `${JSON.stringify(validate.errors)} of ${JSON.stringify(answer.body)}`;
}

/** Validates an event payload against the schema of its type. */
export function expectEventDocumented(body: { readonly type: string }): void {
  const place = ['webhooks', body.type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
  expect(Object.keys(descriptions.openapi.webhooks), 'documented event types').toContain(body.type);
  const validate = validatorAt('openapi', place);
  validate(body);
  expect(validate.errors ?? [], `${body.type} as described: ${JSON.stringify(body)}`).toEqual([]);
}

function validatorAt(description: string, place: readonly string[]): ValidateFunction {
  const pointer = place
    .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const address = `${description}#/${pointer}`;
  const validate = ajv.getSchema(address);
  if (!validate) throw new Error(`${address} is not in the description`);
  return validate;
}
