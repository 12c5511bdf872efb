// The contract's table of endpoints: method, path, scope, success and listed statuses.
import type { Exchange } from '../exchange.ts';
import { anyObject, arrayOf, type Shape } from './shape.ts';
import { booking, bookingPage, endpoint, portal, quote, quoteBatch, schedule, token } from './tables.ts';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: 'org:read' | 'org:write' | null;
  readonly success: 200 | 201 | 204;
  /** null: no body. */
  readonly result: Shape | null;
  /** Error statuses that the contract lists for the operation. */
  readonly errors: readonly number[];
}

const [read, write] = ['org:read', 'org:write'] as const;

// biome-ignore format: one row per operation, as in the contract
export const operations: readonly Operation[] = [
  { method: 'POST', path: '/oauth/token', scope: null, success: 200, result: token, errors: [400] },
  { method: 'POST', path: '/oauth/revoke', scope: null, success: 200, result: anyObject, errors: [] },
  { method: 'POST', path: '/quotes', scope: write, success: 201, result: quote, errors: [400, 401, 422] },
  { method: 'POST', path: '/quotes/batch', scope: write, success: 201, result: quoteBatch, errors: [400, 401, 403, 422] },
  { method: 'GET', path: '/quotes/{id}', scope: read, success: 200, result: quote, errors: [401, 404] },
  { method: 'POST', path: '/schedule', scope: read, success: 200, result: schedule, errors: [400, 401, 403, 404, 422] },
  { method: 'POST', path: '/bookings', scope: write, success: 201, result: booking, errors: [400, 401, 403, 409, 422, 503] },
  { method: 'GET', path: '/bookings', scope: read, success: 200, result: bookingPage, errors: [400, 401, 403] },
  { method: 'GET', path: '/bookings/{id}', scope: read, success: 200, result: booking, errors: [401, 404] },
  { method: 'PATCH', path: '/bookings/{id}', scope: write, success: 200, result: booking, errors: [400, 401, 404] },
  { method: 'POST', path: '/bookings/{id}/cancel', scope: write, success: 200, result: booking, errors: [400, 401, 404, 409] },
  { method: 'POST', path: '/bookings/{id}/stops', scope: write, success: 201, result: booking, errors: [401, 404, 422] },
  { method: 'DELETE', path: '/bookings/{id}/stops/{position}', scope: write, success: 200, result: booking, errors: [401, 404, 422] },
  { method: 'PATCH', path: '/bookings/{id}/stops/reorder', scope: write, success: 200, result: booking, errors: [401, 404, 422] },
  { method: 'POST', path: '/webhooks', scope: write, success: 201, result: endpoint, errors: [400, 401] },
  { method: 'GET', path: '/webhooks', scope: write, success: 200, result: arrayOf(endpoint), errors: [] },
  { method: 'GET', path: '/webhooks/portal', scope: write, success: 200, result: portal, errors: [] },
  { method: 'GET', path: '/webhooks/{id}', scope: write, success: 200, result: endpoint, errors: [401, 404] },
  { method: 'PATCH', path: '/webhooks/{id}', scope: write, success: 200, result: endpoint, errors: [400, 401, 404] },
  { method: 'DELETE', path: '/webhooks/{id}', scope: write, success: 204, result: null, errors: [401, 404] },
];

/** Statuses of the contract's general list, of HTTP itself, and of an Idempotency-Key that the caller sends. */
export function isListed(operation: Operation, { status, request }: Exchange): boolean {
  const general = [401, 403, 405, 406, 408, 413, 415, 429];
  const ofKey = 'idempotency-key' in request.headers ? [400, 409, 422] : [];
  return [operation.success, ...operation.errors, ...general, ...ofKey].includes(status);
}

const patterns = operations.map((operation) => {
  const pattern = operation.path.replace(/\{position\}/, '[^/]+').replace(/\{id\}/, '[^/]+');
  return { operation, pattern: new RegExp(`^${pattern}$`) };
});

/** The first that matches: `/webhooks/portal` precedes `/webhooks/{id}`. */
export function operationOf({ request }: Exchange): Operation | null {
  const path = request.path.split('?')[0] ?? '';
  const found = patterns.find(
    ({ operation, pattern }) => operation.method === request.method && pattern.test(path),
  );
  return found?.operation ?? null;
}
