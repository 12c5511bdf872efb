// Media types and versioning.
import type { Section, Source } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';
import { stopsOf } from '../fixtures.ts';
import { vendorType } from '../http-client.ts';
import type { Run } from '../run.ts';
import { everyExchange } from './every-exchange.ts';
import { refusal } from './refusal.ts';
import { get, post } from './requests.ts';

const conventions: Source = { contract: 'General conventions' };

const hasVendorType = (exchange: Exchange) => {
  const type = exchange.headers.get('content-type');
  expectThat(exchange, type === vendorType, `content-type: ${vendorType}`, type ?? 'no content-type');
};
/** Requests that ask for another media type are judged by their own checks. */
const isOrdinary = ({ request, text }: Exchange) =>
  text !== '' && request.headers['accept']?.startsWith('application/vnd.service+json; version=2') === true;

const quoteBody = (run: Run) => JSON.stringify({ stops: stopsOf(run), product: 'lite' });

export const mediaTypes: Section = {
  title: 'Media types and versions',
  checks: [
    everyExchange({
      id: 'media-types.success',
      title: `every success with a body has the media type ${vendorType}`,
      source: conventions,
      applies: (exchange) => isOrdinary(exchange) && exchange.status < 300,
      judge: hasVendorType,
    }),
    everyExchange({
      id: 'media-types.error',
      title: `every error has the media type ${vendorType}`,
      source: conventions,
      applies: (exchange) => isOrdinary(exchange) && exchange.status >= 400,
      judge: hasVendorType,
    }),
    everyExchange({
      id: 'media-types.json',
      title: 'every body is JSON',
      source: conventions,
      applies: ({ text }) => text !== '',
      judge: (exchange) =>
        expectThat(exchange, exchange.body !== undefined, 'a body that is JSON', exchange.text),
    }),
    {
      id: 'media-types.request-vendor',
      title: 'request bodies may use the vendor media type',
      source: conventions,
      judge: async (run) => {
        const headers = { 'content-type': vendorType };
        expectStatus(await run.send({ method: 'POST', path: '/quotes', text: quoteBody(run), headers }), 201);
      },
    },
    {
      id: 'media-types.utf-8',
      title: 'text outside ASCII is kept',
      source: conventions,
      judge: async (run) => {
        const instructions = 'Läuten bei Müller, 3ª porta, 門 🚚';
        const stops = stopsOf(run).map((stop) => ({ ...stop, instructions }));
        const exchange = await run.post('/quotes', { stops, product: 'lite' });
        expectFields(exchange, { 'route.0.instructions': instructions });
      },
    },
    refusal({
      id: 'media-types.accept-other-version',
      title: '`Accept` with another version responds 406',
      source: { guide: 'errors' },
      send: () => ({
        ...get('/bookings?limit=1'),
        headers: { accept: 'application/vnd.service+json; version=3' },
      }),
      expect: { status: 406, code: 'unsupported_version' },
    }),
    refusal({
      id: 'media-types.request-other',
      title: 'a body of another media type responds 415',
      source: { guide: 'errors' },
      send: (run) => ({
        method: 'POST',
        path: '/quotes',
        text: quoteBody(run),
        headers: { 'content-type': 'text/plain' },
      }),
      expect: { status: 415, code: 'unsupported_media_type' },
    }),
    refusal({
      id: 'media-types.malformed-json',
      title: 'a body that is not JSON responds 400',
      source: { contract: 'Errors' },
      send: () => ({ method: 'POST', path: '/quotes', text: '{"stops": [' }),
      expect: { status: 400, type: 'validation_error' },
    }),
    refusal({
      id: 'media-types.missing-body',
      title: 'a missing body responds 400 where a body is required',
      source: { contract: 'POST /bookings' },
      send: () => post('/bookings'),
      expect: { status: 400, type: 'validation_error' },
    }),
  ],
};
