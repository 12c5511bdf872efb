// Expectations about an exchange. Each throws a Mismatch that says what was expected and what came.
import { isDeepStrictEqual } from 'node:util';
import { Mismatch } from './check.ts';
import { type Exchange, listAt, shorten, textAt, valueAt } from './exchange.ts';

export function expectThat(
  exchange: Exchange | null,
  holds: boolean,
  expected: string,
  actual: unknown,
): void {
  if (!holds) throw new Mismatch(expected, shorten(actual), exchange);
}

export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  const { status } = exchange;
  expectThat(exchange, statuses.includes(status), `status ${statuses.join(' or ')}`, `status ${status}`);
}

/** Fields of the body by path; a value is compared deeply. */
export function expectFields(exchange: Exchange, fields: Readonly<Record<string, unknown>>): void {
  for (const [path, expected] of Object.entries(fields)) {
    const actual = valueAt(exchange.body, path);
    const same = isDeepStrictEqual(actual, expected);
    expectThat(exchange, same, `\`${path}\` = ${written(expected)}`, written(actual));
  }
}

/** As JSON, so that the text "1" and the number 1 differ. */
const written = (value: unknown) => (value === undefined ? 'no such field' : shorten(JSON.stringify(value)));

export function expectHeader(exchange: Exchange, name: string, pattern: RegExp, expected: string): void {
  const value = exchange.headers.get(name);
  const holds = value !== null && pattern.test(value);
  expectThat(exchange, holds, `header ${name}: ${expected}`, value ?? 'no such header');
}

export interface ExpectedError {
  readonly status: number | readonly number[];
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

export function expectError(exchange: Exchange, { status, ...fields }: ExpectedError): void {
  expectStatus(exchange, ...(typeof status === 'number' ? [status] : status));
  expectFields(exchange, fields);
}

/** Whether two ISO 8601 times are the same instant. */
export function isSameInstant(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);
}

/** Positions count from 0, and both ends are also `origin` and `destination`. */
export function expectRoute(exchange: Exchange, count: number): void {
  const route = listAt(exchange, 'route');
  expectThat(exchange, route.length === count, `a route of ${count} stops`, `${route.length} stops`);
  const positions = route.map((stop) => valueAt(stop, 'position')).join();
  const expected = route.map((_, index) => index).join();
  expectThat(exchange, positions === expected, `the positions ${expected}`, positions);
  expectFields(exchange, {
    'origin.id': valueAt(route[0], 'location.id'),
    'destination.id': valueAt(route.at(-1), 'location.id'),
  });
}

/** The arrival window of a booking. */
export function expectWindow(exchange: Exchange, start: unknown, end: unknown): void {
  for (const [field, expected] of Object.entries({ start_at: start, end_at: end })) {
    const actual = textAt(exchange, `arrival_window.${field}`);
    expectThat(
      exchange,
      isSameInstant(actual, expected),
      `arrival_window.${field} ${String(expected)}`,
      actual,
    );
  }
}
