// The facts of a failed check, as every report shows them, with secrets masked.
import { describeSource } from '../check.ts';
import { shorten } from '../exchange.ts';
import type { HttpClient } from '../http-client.ts';
import type { CheckResult } from '../run-checks.ts';

export interface Details {
  readonly source: string;
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly request: string | null;
  readonly response: string | null;
  readonly request_id: string | null;
}

const excerptLength = 500;

export function detailsOf(result: CheckResult, client: HttpClient): Details {
  const { check, reason, expected, actual, exchange } = result;
  const mask = (text: string | null) => (text === null ? null : client.mask(text));
  const request = exchange?.request;
  const excerpt = (...parts: (string | number | null | undefined)[]) =>
    shorten(client.mask(parts.filter((part) => part !== null && part !== '').join(' ')), excerptLength);
  return {
    source: describeSource(check.source),
    reason: mask(reason),
    expected: mask(expected),
    actual: mask(actual),
    request: request ? excerpt(request.method, request.path, request.body) : null,
    response: exchange ? excerpt(exchange.status, exchange.headers.get('content-type'), exchange.text) : null,
    request_id: exchange?.headers.get('x-request-id') ?? null,
  };
}

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

export function summarize(results: readonly CheckResult[]): Summary {
  const count = (status: CheckResult['status']) => results.filter((each) => each.status === status).length;
  return { passed: count('passed'), failed: count('failed'), notRun: count('not run') };
}
