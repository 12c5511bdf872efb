// openapi/openapi.json as read by the generators of the SDK and the collections.
import { readFile } from 'node:fs/promises';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ApiDescription {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

/** An operation with its method and path. */
export interface LocatedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

export async function readApiDescription(): Promise<ApiDescription> {
  const text = await readFile(new URL('../../openapi/openapi.json', import.meta.url), 'utf8');
  return JSON.parse(text) as ApiDescription;
}

export function operationsOf(description: ApiDescription): LocatedOperation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** All operations except the HTML sign-in page, which is for browsers. */
export function isCallable({ responses }: Operation): boolean {
  return !('text/html' in (responses['200']?.content ?? {}));
}

export function parametersOf(operation: Operation, place: 'path' | 'query'): Parameter[] {
  return (operation.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'in' in parameter && parameter.in === place,
  );
}

/** Name of the referenced schema; null for an inline schema. */
export function referencedSchema(schema: Schema | undefined): string | null {
  const reference = schema?.['$ref'];
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
}
