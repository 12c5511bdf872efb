// Reads an OpenAPI description for the reference: operations by tag, with all references resolved.

/** Follows `$ref` within the document until it reaches a value. */
export function resolved(document, value) {
  if (typeof value?.$ref !== 'string') return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  const target = path.reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  if (target === undefined) throw new Error(`${value.$ref} does not exist in ${document.info.title}.`);
  return resolved(document, target);
}

/** Name of the referenced component; null for an inline value. */
export function componentName(value) {
  return typeof value?.$ref === 'string' ? value.$ref.split('/').at(-1) : null;
}

const slugOf = (tag) => tag.toLowerCase().replace(/[’']/g, '').replaceAll(' ', '-');

function operationOf(document, path, method, operation) {
  return {
    ...operation,
    kind: 'operation',
    name: operation.operationId,
    title: operation.summary,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    parameters: (operation.parameters ?? []).map((each) => resolved(document, each)),
    responses: Object.entries(operation.responses).map(([status, response]) => ({
      status,
      ...resolved(document, response),
    })),
    security: operation.security ?? document.security ?? [],
  };
}

function eventOf(document, type, { post }) {
  return { ...operationOf(document, '', 'post', post), kind: 'event', name: `events/${type}`, title: type };
}

/** Tags in the order of the description, each with its operations and events. */
export function tagsOf(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(document, path, method, operation)),
  );
  const events = Object.entries(document.webhooks ?? {}).map(([type, item]) => eventOf(document, type, item));
  const tags = document.tags.map(({ name, description }) => ({
    name,
    description,
    slug: slugOf(name),
    operations: operations.filter(({ tag }) => tag === name),
    events: events.filter(({ tag }) => tag === name),
  }));
  const shown = tags.flatMap((tag) => [...tag.operations, ...tag.events]).length;
  if (shown !== operations.length + events.length)
    throw new Error(`An operation of ${document.info.title} has no tag of the list.`);
  return tags;
}

const EXAMPLE_ID = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee';

/** Of texts about which the description says nothing else: valid, but no help to a reader. */
export const GENERIC_EXAMPLE = 'example';

/** Parameters that the description declares as text, without an example. */
const parameterExamples = {
  month: '2030-01',
  kind: 'areas',
  number: '4',
  slug: 'united-states',
  area: 'united-states',
  from: '2030-01-01T00:00:00Z',
  to: '2030-02-01T00:00:00Z',
  q: 'Ana Diaz',
  client_id: 'wb_sandbox_client_0123456789abcdef',
};

/** Example of a parameter, a header or a media type. */
export function exampleOf(document, { name, example, examples, schema }) {
  if (example !== undefined) return example;
  const named = Object.values(examples ?? {})[0]?.value ?? parameterExamples[name];
  if (named !== undefined) return named;
  if (/^(.+_)?id$|^booking$/.test(name ?? '')) return EXAMPLE_ID;
  return schemaExample(resolved(document, schema));
}

function schemaExample(schema) {
  const { examples, enum: values, format, type, minimum, minLength = 1 } = schema ?? {};
  if (examples?.length) return examples[0];
  if (values?.length) return values[0];
  if (schema?.const !== undefined) return schema.const;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return true;
  if (format === 'uuid') return EXAMPLE_ID;
  if (format === 'date') return '2030-01-31';
  if (format === 'date-time') return '2030-01-31T14:00:00Z';
  if (format === 'uri') return 'https://partner.example.com/callback';
  return GENERIC_EXAMPLE.padEnd(minLength, '-');
}

/** The media type that samples use: JSON if the operation accepts it. */
export function sampledBody(operation) {
  const content = operation.requestBody?.content ?? {};
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0];
  return type === undefined ? null : { type, ...content[type] };
}

/** Successful responses, and redirections. */
export const successesOf = ({ responses }) => responses.filter(({ status }) => /^[23]/.test(status));
export const failuresOf = ({ responses }) => responses.filter(({ status }) => !/^[23]/.test(status));

/** 'none', 'partner' (bearer token), 'operator' (bearer token or cookie) */
export function authenticationOf({ security }) {
  const schemes = security.flatMap((way) => Object.keys(way));
  if (schemes.includes('bearer') || schemes.includes('oauth')) return 'partner';
  return schemes.includes('token') || schemes.includes('cookie') ? 'operator' : 'none';
}
