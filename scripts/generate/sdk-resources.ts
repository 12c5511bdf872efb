// packages/sdk/src/resources.generated.ts: a class for each group of operations, with a method for each operation,
// named after its operationId: `bookings.create` is `waybill.bookings.create()`.
import {
  type ApiDescription,
  isCallable,
  operationsOf,
  type PlacedOperation,
  parametersOf,
  readApiDescription,
  referredSchema,
  type Schema,
} from './api-description.ts';
import { formatCode } from './format-code.ts';
import { exportedName, queryTypeOf } from './sdk-types.ts';

const target = 'packages/sdk/src/resources.generated.ts';
const heading = `// Made by \`npm run generate\` from openapi/openapi.json. Do not edit.
// What the API can do: a class for each group of operations, a method for each operation, named after its id.
`;

export async function generateSdkResources(): Promise<string> {
  const description = await readApiDescription();
  const operations = operationsOf(description).filter(isCallable);
  const groups = [...new Set(operations.map(groupOf))];
  const methods = operations.map((operation) => ({
    group: groupOf(operation),
    ...methodOf(operation, description),
  }));
  const classes = groups.map((group) =>
    classOf(
      group,
      methods.filter((method) => method.group === group).map(({ code }) => code),
    ),
  );
  const types = [...new Set(methods.flatMap((method) => method.types))].sort(byName);
  const imports = `import type { ${types.join(', ')} } from './api.generated.ts';
import type { ApiCall } from './api-call.ts';
import type { PagedCall } from './paged-call.ts';
import type { RequestOptions, Transport, WriteOptions } from './transport.ts';
`;
  return formatCode(target, [heading, imports, ...classes].join('\n'));
}

/** Sort order of imports. */
const byName = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);
const groupOf = ({ operationId }: PlacedOperation) => operationId.split('.')[0] ?? '';

function classOf(group: string, methods: readonly string[]): string {
  const name = `${group.charAt(0).toUpperCase()}${group.slice(1)}Resource`;
  return `export class ${name} {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  ${methods.join('\n\n')}
}
`;
}

interface Result {
  readonly type: string;
  readonly schema: string | null;
  readonly reads: string | null;
}

function methodOf(
  operation: PlacedOperation,
  description: ApiDescription,
): { code: string; types: string[] } {
  const body = referredSchema(operation.requestBody?.content['application/json']?.schema);
  const query = parametersOf(operation, 'query').length > 0 ? queryTypeOf(operation) : null;
  const result = resultOf(operation);
  const isKeyed = JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey');
  const item = parametersOf(operation, 'query').some(({ name }) => name === 'after')
    ? itemOf(result.type, description)
    : null;
  const parameters = [
    ...parametersOf(operation, 'path').map(
      ({ name, schema }) => `${camelCase(name)}: ${schema['type'] === 'integer' ? 'number' : 'string'}`,
    ),
    ...(body ? [`body: ${body}${operation.requestBody?.required === false ? ' = {}' : ''}`] : []),
    ...(query ? [`query: ${query} = {}`] : []),
    `options?: ${isKeyed ? 'WriteOptions' : 'RequestOptions'}`,
  ];
  const request = [
    `method: '${operation.method}'`,
    `path: ${pathOf(operation.path)}`,
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(result.reads ? [`reads: '${result.reads}'`] : []),
    ...(isOpen(operation) ? ['isOpen: true'] : []),
    ...(isKeyed ? ['isKeyed: true'] : []),
    // Health checks are not retried: the caller wants the current state.
    ...(operation.tags.includes('Operations') ? ['maxRetries: 0'] : []),
  ];
  const [returnType, send] = item
    ? [`PagedCall<${item}, ${result.type}>`, 'page']
    : [`ApiCall<${result.type}>`, 'call'];
  const code = `${commentOf(operation)}
  ${operation.operationId.split('.')[1]}(${parameters.join(', ')}): ${returnType} {
    return this.#transport.${send}({ ${request.join(', ')} }, options);
  }`;
  return { code, types: [body, query, item, result.schema].filter((name) => name !== null) };
}

function resultOf({ responses }: PlacedOperation): Result {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [mediaType, content] = Object.entries(success?.content ?? {})[0] ?? [];
  if (!content) return { type: 'void', schema: null, reads: null };
  if (mediaType === 'application/pdf')
    return { type: 'Uint8Array<ArrayBuffer>', schema: null, reads: 'bytes' };
  if (mediaType?.startsWith('text/')) return { type: 'string', schema: null, reads: 'text' };
  const items = content.schema['items'] as Schema | undefined;
  const name = exportedName(referredSchema(items ?? content.schema) ?? 'unknown');
  return { type: items ? `readonly ${name}[]` : name, schema: name, reads: null };
}

/** Item type of a paginated list. */
function itemOf(page: string, { components }: ApiDescription): string | null {
  const properties = components.schemas[page]?.['properties'] as Record<string, Schema> | undefined;
  const name = referredSchema(properties?.['data']?.['items'] as Schema | undefined);
  return name && exportedName(name);
}

/** Whether the operation needs no token. */
function isOpen({ security }: PlacedOperation): boolean {
  return security !== undefined && !security.some((way) => 'bearer' in way || 'oauth' in way);
}

function pathOf(path: string): string {
  if (!path.includes('{')) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${camelCase(name)})}`)}\``;
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function commentOf({ summary, description = '', method, path }: PlacedOperation): string {
  const paragraphs = description
    .split('\n\n')
    .filter((paragraph) => !paragraph.startsWith('Requires one of the scopes'));
  const lines = [summary, ...paragraphs, `\`${method} ${path}\``].join('\n\n').split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
}
