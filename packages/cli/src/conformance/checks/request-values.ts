// Values of requests: what is accepted is returned as it was sent, and what cannot be is refused.
import type { Check, Section, Source } from '../check.ts';
import { textAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat, isSameInstant } from '../expectations.ts';
import { book, orderOf } from '../fixtures.ts';
import { fixture } from '../run.ts';
import { refusal } from './refusal.ts';
import { post } from './requests.ts';

const source: Source = { contract: 'POST /bookings' };
const photoUrls = ['s3://photos/sofa.jpg', 'https://example.com/a%20b.jpg?w=1#top'];

const minute = fixture('a time without seconds', async (run) => `${run.futureTime().slice(0, 16)}Z`);

const unusual = fixture('a booking with unusual values', async (run) =>
  book(run, {
    arrival_window_from: await run.need(minute),
    photo_urls: photoUrls,
    metadata: { largest: Number.MAX_SAFE_INTEGER, fraction: 0.1, text: '9007199254740993' },
  }),
);

const bad = (id: string, title: string, fields: object, param?: string): Check =>
  refusal({
    id: `request-values.${id}`,
    title,
    source,
    send: (run) => post('/bookings', orderOf(run, fields)),
    expect: { status: 400, type: 'validation_error', ...(param !== undefined && { param }) },
  });

export const requestValues: Section = {
  title: 'Values of requests',
  checks: [
    {
      id: 'request-values.photo-urls',
      title: '`photo_urls` are URIs of any scheme, returned unchanged',
      source,
      judge: async (run) => expectFields(await run.need(unusual), { photo_urls: photoUrls }),
    },
    bad(
      'photo-url-space',
      'a photo URL with a space is no URI: 400',
      { photo_urls: ['https://example.com/a b.jpg'] },
      'photo_urls[0]',
    ),
    bad(
      'photo-url-unicode',
      'a photo URL with letters outside ASCII is no URI: 400',
      { photo_urls: ['https://example.com/ü.jpg'] },
      'photo_urls[0]',
    ),
    {
      id: 'request-values.metadata-numbers',
      title: 'numbers in `metadata` are returned unchanged',
      source,
      judge: async (run) =>
        expectFields(await run.need(unusual), {
          metadata: { largest: Number.MAX_SAFE_INTEGER, fraction: 0.1, text: '9007199254740993' },
        }),
    },
    bad('metadata-large', 'a number in `metadata` that would come back with other digits responds 400', {
      metadata: { order: 2 ** 53 },
    }),
    {
      id: 'request-values.no-seconds',
      title: 'a time of ISO 8601 may omit the seconds',
      source,
      judge: async (run) => {
        const expected = await run.need(minute);
        const exchange = await run.need(unusual);
        const actual = textAt(exchange, 'arrival_window.start_at');
        expectThat(exchange, isSameInstant(actual, expected), `start_at ${expected}`, actual);
      },
    },
    {
      id: 'request-values.null-is-absent',
      title: 'null in an optional field of a new booking means absent',
      source: { guide: 'changes-and-cancellation' },
      judge: async (run) => {
        const exchange = await run.post(
          '/bookings',
          orderOf(run, {
            arrival_window_to: null,
            arrival_window_ref: null,
            description: null,
            order_number: null,
            customer: null,
            contacts: null,
            photo_urls: null,
            metadata: { kept: 1, dropped: null },
            tip: null,
            customer_notifications_enabled: null,
          }),
        );
        expectStatus(exchange, 201);
        expectFields(exchange, {
          arrival_window_ref: 'origin',
          tip: 0,
          customer_notifications_enabled: true,
          metadata: { kept: 1 },
        });
      },
    },
  ],
};
