// Errors: shape, types, and what is not found.
import type { Section } from '../check.ts';
import { valueAt } from '../exchange.ts';
import { expectFields, expectHeader, expectStatus, expectThat } from '../expectations.ts';
import { stopsOf } from '../fixtures.ts';
import { everyExchange } from './every-exchange.ts';
import { refusal } from './refusal.ts';
import { get, post, unknownId } from './requests.ts';

export const errors: Section = {
  title: 'Errors',
  checks: [
    everyExchange({
      id: 'errors.401-type',
      title: 'every 401 has the type authentication_error',
      source: { contract: 'Errors' },
      applies: ({ status }) => status === 401,
      judge: (exchange) => expectFields(exchange, { type: 'authentication_error' }),
    }),
    everyExchange({
      id: 'errors.http-status',
      title: 'only rate-limit errors carry `http_status`',
      source: { contract: 'Errors' },
      applies: ({ status }) => status >= 400 && status !== 429,
      judge: (exchange) => {
        const value = valueAt(exchange.body, 'http_status');
        expectThat(exchange, value === undefined, 'no field http_status', value);
      },
    }),
    everyExchange({
      id: 'errors.no-500',
      title: 'no request of this run meets an internal error',
      source: { contract: 'Errors' },
      applies: () => true,
      judge: (exchange) => expectThat(exchange, exchange.status !== 500, 'no status 500', 'status 500'),
    }),
    everyExchange({
      id: 'errors.request-id',
      title: 'every response carries `X-Request-Id`',
      source: { guide: 'errors' },
      applies: () => true,
      judge: (exchange) => expectHeader(exchange, 'x-request-id', /^\S+$/, 'an id'),
    }),
    {
      id: 'errors.404-identical',
      title: 'unknown and malformed ids respond with identical bytes',
      source: { guide: 'errors' },
      judge: async (run) => {
        const first = await run.get(`/bookings/${unknownId}`);
        for (const id of ['not-an-id', '%F0%9F%9A%9A']) {
          const other = await run.get(`/bookings/${id}`);
          const same = other.status === 404 && other.text === first.text;
          expectThat(other, same, `404 ${first.text}`, `${other.status} ${other.text}`);
        }
      },
    },
    refusal({
      id: 'errors.404-path',
      title: 'an unknown path responds 404',
      source: { contract: 'Errors' },
      send: () => get('/parcels'),
      expect: { status: 404 },
    }),
    {
      id: 'errors.405',
      title: 'an unknown method of a known path responds 405 with `Allow`',
      source: { guide: 'errors' },
      judge: async (run) => {
        const exchange = await run.send({ method: 'PUT', path: '/bookings', body: {} });
        expectStatus(exchange, 405);
        expectHeader(exchange, 'allow', /\bGET\b.*\bPOST\b|\bPOST\b.*\bGET\b/, 'GET and POST');
      },
    },
    refusal({
      id: 'errors.param-name',
      title: '`param` names the offending parameter',
      source: { contract: 'Errors' },
      send: (run) => post('/quotes', { stops: stopsOf(run), product: 'bicycle' }),
      expect: { status: 400, type: 'validation_error', param: 'product' },
    }),
    refusal({
      id: 'errors.param-path',
      title: '`param` names a nested parameter by its path',
      source: { guide: 'errors' },
      send: (run) => post('/quotes', { stops: [...stopsOf(run), { instructions: 'None' }], product: 'van' }),
      expect: { status: 400, type: 'validation_error', param: 'stops[2].location' },
    }),
    refusal({
      id: 'errors.unknown-parameter',
      title: 'an unknown parameter is refused by name',
      source: { guide: 'errors' },
      send: (run) => post('/quotes', { stops: stopsOf(run), product: 'van', colour: 'red' }),
      expect: { status: 400, type: 'validation_error', param: 'colour', code: 'unknown_parameter' },
    }),
    refusal({
      id: 'errors.unknown-query',
      title: 'an unknown query parameter is refused by name',
      source: { guide: 'errors' },
      send: () => get('/bookings?page=2'),
      expect: { status: 400, type: 'validation_error', param: 'page', code: 'unknown_parameter' },
    }),
  ],
};
