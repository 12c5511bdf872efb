// Tool-independent requests of the collections, built from the OpenAPI description and the plan.
import { type ApiDescription, isCallable, type LocatedOperation, operationsOf } from './api-description.ts';
import { collectionPlan, type PlannedRequest } from './collection-plan.ts';

export interface CollectionRequest {
  readonly folder: string;
  readonly name: string;
  readonly words: string;
  readonly method: string;
  /** With variables in double braces. */
  readonly url: string;
  /** null: no body. */
  readonly body: object | null;
  readonly isOpen: boolean;
  readonly isKeyed: boolean;
  readonly status: number;
  readonly keeps: Readonly<Record<string, string>>;
}

/** Grouped by the tags of the description; planned requests keep the order of the plan. */
export function collectionRequests(description: ApiDescription): CollectionRequest[] {
  const operations = operationsOf(description).filter(isCallable);
  const planned = new Set(collectionPlan.map(({ operationId }) => operationId));
  const unplanned = operations
    .filter(({ operationId }) => !planned.has(operationId))
    .map(({ operationId }) => ({ operationId }));
  const requests = [...collectionPlan, ...unplanned].map((request, index) => ({
    ...requestOf(request, operations),
    planFolder: index < collectionPlan.length ? folderOfPlan(index, operations) : null,
  }));
  return description.tags.flatMap(({ name }) =>
    requests
      .filter(({ folder, planFolder }) => (planFolder ?? folder) === name)
      .map(({ planFolder: _place, ...request }) => ({ ...request, folder: name })),
  );
}

/** A booking created for the sandbox controls goes into their folder: that of the next request in the plan. */
function folderOfPlan(index: number, operations: readonly LocatedOperation[]): string {
  const tagOf = (at: number) =>
    operations.find(({ operationId }) => operationId === collectionPlan[at]?.operationId)?.tags[0] ?? '';
  return collectionPlan[index]?.name?.startsWith('Create a booking ') ? tagOf(index + 1) : tagOf(index);
}

function requestOf(plan: PlannedRequest, operations: readonly LocatedOperation[]): CollectionRequest {
  const operation = operations.find(({ operationId }) => operationId === plan.operationId);
  if (!operation) throw new Error(`There is no operation ${plan.operationId}: update collection-plan.ts.`);
  const { method, path, summary, description = '', tags, security } = operation;
  const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
  return {
    folder: tags[0] ?? '',
    name: plan.name ?? summary,
    words: description,
    method,
    url: `{{base_url}}${path.replace(/\{(\w+)\}/g, (_, name: string) => plan.path?.[name] ?? `{{${name}}}`)}`,
    body: plan.body ?? exampleOf(operation),
    isOpen: security !== undefined && !security.some((way) => 'oauth' in way),
    isKeyed: JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey'),
    status: Number(success),
    keeps: plan.keeps ?? {},
  };
}

function exampleOf(operation: LocatedOperation): object | null {
  const content = operation.requestBody?.content['application/json'];
  if (!content) return null;
  const example = content.example ?? Object.values(content.examples ?? {})[0]?.value ?? {};
  return typeof example === 'object' ? example : {};
}
