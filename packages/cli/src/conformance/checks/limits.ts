// Rate limit: headers of every response, and the response beyond the limit.
import { type Check, Mismatch, NotRun, type Section, type Source } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { expectFields, expectHeader, expectStatus, expectThat } from '../expectations.ts';
import { fixture } from '../run.ts';
import { everyExchange } from './every-exchange.ts';

const source: Source = { contract: 'Limits' };
const maxRequests = 2_000;

/** Responses to requests with a valid token. */
const isCounted = ({ request, status }: Exchange) =>
  request.isAuthenticated && status !== 401 && !request.path.startsWith('/oauth/');

const number = (exchange: Exchange, name: string) => Number(exchange.headers.get(name));

const headerCheck = (name: string, title: string): Check =>
  everyExchange({
    id: `limits.${name.toLowerCase()}`,
    title,
    source,
    applies: isCounted,
    judge: (exchange) => expectHeader(exchange, name, /^\d+$/, 'an integer'),
  });

/** Sends cheap requests until the rate limit refuses one. */
const refused = fixture('a request beyond the rate limit', async (run) => {
  if (!run.options.exhaustsRateLimit)
    throw new NotRun('uses up the rate limit of the account; select it with --exhaust-rate-limit');
  for (let sent = 0; sent < maxRequests; sent += 10) {
    const requests = Array.from({ length: 10 }, () =>
      run.send({ method: 'GET', path: '/bookings?limit=1', ignoresRateLimit: true }),
    );
    const found = (await Promise.all(requests)).find(({ status }) => status === 429);
    if (found) return found;
  }
  throw new Mismatch('status 429', `no refusal in ${maxRequests} requests`);
});

const refusalCheck = (id: string, title: string, judge: (exchange: Exchange) => void): Check => ({
  id: `limits.${id}`,
  title,
  source,
  phase: 'last',
  judge: async (run) => judge(await run.need(refused)),
});

export const limits: Section = {
  title: 'Rate limit',
  checks: [
    headerCheck('RateLimit-Limit', 'responses carry `RateLimit-Limit`, an integer'),
    headerCheck('RateLimit-Remaining', 'responses carry `RateLimit-Remaining`, an integer'),
    headerCheck('RateLimit-Reset', 'responses carry `RateLimit-Reset`, an integer'),
    everyExchange({
      id: 'limits.remaining-below-limit',
      title: '`RateLimit-Remaining` is less than `RateLimit-Limit`',
      source,
      applies: isCounted,
      judge: (exchange) => {
        const [remaining, limit] = ['ratelimit-remaining', 'ratelimit-limit'].map((name) =>
          number(exchange, name),
        );
        expectThat(exchange, Number(remaining) < Number(limit), `less than ${limit}`, remaining);
      },
    }),
    everyExchange({
      id: 'limits.reset-is-unix-time',
      title: '`RateLimit-Reset` is a Unix timestamp near the end of the window',
      source,
      applies: isCounted,
      judge: (exchange) => {
        const reset = number(exchange, 'ratelimit-reset');
        // A day of tolerance: the clocks of both machines may differ.
        const isNear = Math.abs(reset - Date.now() / 1_000) < 86_400;
        expectThat(exchange, isNear, 'a time in Unix seconds', reset);
      },
    }),
    refusalCheck('429', 'a request beyond the limit responds 429, type rate_limit_error', (exchange) => {
      expectStatus(exchange, 429);
      expectFields(exchange, { type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    }),
    refusalCheck('429-http-status', 'a rate-limit error carries `http_status`', (exchange) =>
      expectFields(exchange, { http_status: 429 }),
    ),
    refusalCheck('429-headers', '429 carries `Retry-After` and the rate-limit headers', (exchange) => {
      for (const name of ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'])
        expectHeader(exchange, name, /^\d+$/, 'an integer');
    }),
  ],
};
