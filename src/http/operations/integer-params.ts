// Integers in paths. Validation coerces path values with `Number()`, which also reads `01`, `1.0`, `1e0` and `+1`: those
// would be further addresses of one resource. Only the decimal form without leading zeros is accepted.
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';

/** A hook before validation if a path parameter is a non-negative integer. */
export function integerParamsHooks(params: unknown) {
  const names = integerNames(params);
  if (names.length === 0) return [];
  return [
    async (request: FastifyRequest) => {
      Object.assign(request, { params: withIntegers(request.params, names) });
    },
  ];
}

function withIntegers(params: unknown, names: readonly string[]): Record<string, unknown> {
  const values = { ...(params as Readonly<Record<string, unknown>>) };
  for (const name of names) values[name] = readInteger(name, String(values[name]));
  return values;
}

function integerNames(params: unknown): string[] {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { type?: unknown }> };
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Larger integers than a number can hold stay integers: no resource has them. */
function readInteger(param: string, text: string): number {
  if (/^(?:0|[1-9]\d*)$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  throw Problem.of('invalid_parameter', `${param} must be a whole number from 0, such as 0 or 12.`, {
    param,
  });
}
