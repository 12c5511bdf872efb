// Judges all exchanges of a run by the contract's tables.
import type { Exchange } from '../exchange.ts';
import { isListed, type Operation, operationOf } from './operations.ts';
import { arrayOf, type Finding, Inspection, type Shape, table } from './shape.ts';
import { booking, error, event } from './tables.ts';

export interface TrafficFinding extends Finding {
  readonly exchange: Exchange;
}

export interface Traffic {
  readonly findings: readonly TrafficFinding[];
  /** Names of the tables that occurred. */
  readonly seen: ReadonlySet<string>;
}

const eventPage = table('Event page', { data: arrayOf(event) });

export function inspectTraffic(exchanges: readonly Exchange[]): Traffic {
  const findings: TrafficFinding[] = [];
  const seen = new Set<string>();
  for (const exchange of exchanges) {
    const shape = expectedShape(exchange);
    if (!shape) continue;
    const inspection = new Inspection();
    shape.inspect(exchange.body, '', 'Response', inspection);
    for (const name of inspection.seen) seen.add(name);
    findings.push(...inspection.findings.map((finding) => ({ ...finding, exchange })));
  }
  return { findings, seen };
}

function expectedShape(exchange: Exchange): Shape | null {
  const { status, request } = exchange;
  if (status >= 400) return error;
  const operation = operationOf(exchange);
  if (operation) return status === operation.success ? operation.result : null;
  if (/^\/sandbox\/bookings\/[^/]+\/\w/.test(request.path)) return booking;
  if (request.path.startsWith('/events?')) return eventPage;
  return null;
}

/** Exchanges of an operation, and the first whose status the contract does not list. */
export function statusesOf(operation: Operation, exchanges: readonly Exchange[]) {
  const own = exchanges.filter((exchange) => operationOf(exchange) === operation);
  return {
    count: own.length,
    succeeded: own.some(({ status }) => status === operation.success),
    unlisted: own.find((exchange) => !isListed(operation, exchange)) ?? null,
  };
}
