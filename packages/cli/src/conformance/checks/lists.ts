// GET /bookings and pagination. The pages of one order number are the run's own, so that bookings of other
// callers do not appear in them.
import type { Check, Section, Source } from '../check.ts';
import { bookingStates } from '../contract/tables.ts';
import { type Exchange, listAt, textAt, valueAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';
import { book, cancelledBooking } from '../fixtures.ts';
import { fixture, type Run } from '../run.ts';
import { refusal } from './refusal.ts';
import { get } from './requests.ts';

const source: Source = { contract: 'GET /bookings' };
const pagination: Source = { contract: 'Pagination' };

export const bookingPage = fixture('the first page of all bookings', async (run) => {
  const exchange = await run.get('/bookings');
  expectStatus(exchange, 200);
  return exchange;
});

interface Pages {
  readonly ids: readonly string[];
  readonly first: Exchange;
  readonly second: Exchange;
}

/** Path and query of a page's URL. The token is never sent to another host than that of the run. */
function pathOf(run: Run, url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  const prefix = new URL(run.options.credentials.baseUrl).pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname}${search}`;
}

/** Three bookings of one order number, in pages of two. */
export const pages = fixture('two pages of bookings', async (run): Promise<Pages> => {
  const order_number = `${run.name}-pages`;
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.unshift(textAt(await book(run, { order_number }), 'id'));
  const first = await run.get(`/bookings?order_number=${order_number}&limit=2`);
  expectStatus(first, 200);
  const second = await run.get(pathOf(run, textAt(first, 'next')));
  expectStatus(second, 200);
  return { ids, first, second };
});

const idsOf = (exchange: Exchange) => listAt(exchange, 'data').map((each) => valueAt(each, 'id'));

const badQuery = (id: string, title: string, query: string, param: string, from: Source = source): Check =>
  refusal({
    id: `lists.${id}`,
    title,
    source: from,
    send: () => get(`/bookings?${query}`),
    expect: { status: 400, type: 'validation_error', param },
  });

export const lists: Section = {
  title: 'Lists and pagination',
  checks: [
    {
      id: 'lists.default-limit',
      title: 'a page has at most 20 entries by default, and 20 if there are more',
      source,
      judge: async (run) => {
        const exchange = await run.need(bookingPage);
        const count = listAt(exchange, 'data').length;
        const isFull = valueAt(exchange.body, 'next') === null || count === 20;
        expectThat(exchange, count <= 20 && isFull, '20 entries, or fewer on the last page', count);
      },
    },
    {
      id: 'lists.first-page',
      title: '`previous` of the first page is null',
      source: pagination,
      judge: async (run) => {
        expectFields(await run.need(bookingPage), { previous: null });
        expectFields((await run.need(pages)).first, { previous: null });
      },
    },
    {
      id: 'lists.limit',
      title: '`limit` sets the size of a page',
      source,
      judge: async (run) => {
        const { first, ids } = await run.need(pages);
        const same = idsOf(first).join() === ids.slice(0, 2).join();
        expectThat(first, same, `the bookings ${ids.slice(0, 2).join()}`, idsOf(first));
      },
    },
    {
      id: 'lists.limit-100',
      title: '`limit` may be 100',
      source,
      judge: async (run) => expectStatus(await run.get('/bookings?limit=100&state=cancelled'), 200),
    },
    {
      id: 'lists.full-url',
      title: '`next` is a full URL',
      source: { contract: 'Paginated list' },
      judge: async (run) => {
        const { first } = await run.need(pages);
        const next = textAt(first, 'next');
        expectThat(first, /^https?:\/\//.test(next) && URL.canParse(next), 'a full URL', next);
      },
    },
    {
      id: 'lists.next',
      title: '`next` leads to the entries that follow, without repeating one',
      source: pagination,
      judge: async (run) => {
        const { second, ids } = await run.need(pages);
        const same = idsOf(second).join() === ids.slice(2).join();
        expectThat(second, same, `the booking ${ids.slice(2).join()}`, idsOf(second));
      },
    },
    {
      id: 'lists.last-page',
      title: '`next` of the last page is null',
      source: pagination,
      judge: async (run) => expectFields((await run.need(pages)).second, { next: null }),
    },
    {
      id: 'lists.previous',
      title: '`previous` leads back to the page before',
      source: pagination,
      judge: async (run) => {
        const { first, second } = await run.need(pages);
        const back = await run.get(pathOf(run, textAt(second, 'previous')));
        expectStatus(back, 200);
        expectThat(back, idsOf(back).join() === idsOf(first).join(), 'the entries of page 1', idsOf(back));
      },
    },
    {
      id: 'lists.order',
      title: 'bookings are listed newest first',
      source: { guide: 'pagination' },
      judge: async (run) => {
        const exchange = await run.need(bookingPage);
        const times = listAt(exchange, 'data').map((each) => Date.parse(String(valueAt(each, 'created_at'))));
        const sorted = times.every((time, index) => index === 0 || time <= Number(times[index - 1]));
        expectThat(exchange, sorted, 'created_at in descending order', times);
      },
    },
    {
      id: 'lists.state',
      title: '`state` selects bookings of these states, separated by commas',
      source,
      judge: async (run) => {
        const id = textAt(await run.need(cancelledBooking), 'id');
        const exchange = await run.get('/bookings?state=cancelled,completed&limit=100');
        expectStatus(exchange, 200);
        const states = listAt(exchange, 'data').map((each) => valueAt(each, 'state'));
        const others = states.filter((state) => state !== 'cancelled' && state !== 'completed');
        expectThat(exchange, others.length === 0, 'cancelled and completed bookings only', others);
        expectThat(exchange, idsOf(exchange).includes(id), `the cancelled booking ${id}`, 'it is missing');
      },
    },
    {
      id: 'lists.every-state',
      title: '`state` accepts each booking state',
      source,
      judge: async (run) =>
        expectStatus(await run.get(`/bookings?limit=1&state=${bookingStates.join(',')}`), 200),
    },
    badQuery('unknown-state', 'an unknown state responds 400', 'state=lost', 'state'),
    badQuery('limit-0', '`limit` below 1 responds 400', 'limit=0', 'limit'),
    badQuery('limit-101', '`limit` above 100 responds 400', 'limit=101', 'limit'),
    badQuery('limit-text', '`limit` that is not an integer responds 400', 'limit=ten', 'limit'),
    badQuery('unknown-cursor', 'a cursor that was not given out responds 400', 'after=x', 'after', {
      guide: 'pagination',
    }),
    {
      id: 'lists.after-and-before',
      title: '`after` and `before` together respond 400',
      source: pagination,
      judge: async (run) => {
        const { first, second } = await run.need(pages);
        const cursor = (url: string, name: string) =>
          URL.canParse(url) ? (new URL(url).searchParams.get(name) ?? 'x') : 'x';
        const after = encodeURIComponent(cursor(textAt(first, 'next'), 'after'));
        const before = encodeURIComponent(cursor(textAt(second, 'previous'), 'before'));
        expectStatus(await run.get(`/bookings?after=${after}&before=${before}`), 400);
      },
    },
  ],
};
