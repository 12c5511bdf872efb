// Webhook endpoints, and webhooks received from the instance.
import { type Check, Mismatch, type Section, type Source } from '../check.ts';
import { Inspection } from '../contract/shape.ts';
import { booking } from '../contract/tables.ts';
import { isObject, textAt, valueAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';
import { fixture, type Run } from '../run.ts';
import { isSigned, type ReceivedWebhook, type Receiver, receiver } from '../webhook-receiver.ts';
import { refusal } from './refusal.ts';
import { get, patch, post, unknownId } from './requests.ts';
import { type Journey, journey } from './simulation.ts';

const source: Source = { contract: 'Webhook endpoints' };
const guide: Source = { guide: 'webhooks' };
const deliveryMillis = 30_000;

// A name that never resolves, and an event that no check causes: nothing is sent there.
const urlOf = (run: Run, path: string) => `https://webhooks.invalid/${run.name}/${path}`;
const events = ['booking.fare_updated'];

export const endpoint = fixture('a webhook endpoint', async (run) => {
  const body = { url: urlOf(run, 'first'), events, description: 'Conformance check' };
  const exchange = await run.post('/webhooks', body);
  expectStatus(exchange, 201);
  return exchange;
});

export const portal = fixture('a link to the webhook portal', async (run) => {
  const exchange = await run.get('/webhooks/portal');
  expectStatus(exchange, 200);
  return exchange;
});

const pathOf = async (run: Run) => `/webhooks/${textAt(await run.need(endpoint), 'id')}`;

const bad = (id: string, title: string, body: object, param: string, from: Source = source): Check =>
  refusal({
    id: `webhooks.create.${id}`,
    title,
    source: from,
    send: () => post('/webhooks', body),
    expect: { status: 400, param },
  });

const management: readonly Check[] = [
  {
    id: 'webhooks.create',
    title: 'an endpoint has the URL, events and description of the request',
    source: { contract: 'Events' },
    judge: async (run) =>
      expectFields(await run.need(endpoint), {
        url: urlOf(run, 'first'),
        events,
        description: 'Conformance check',
        disabled: false,
      }),
  },
  {
    id: 'webhooks.secret',
    title: 'the signing secret is in the response to POST, and not in GET',
    source: guide,
    judge: async (run) => {
      const made = await run.need(endpoint);
      expectThat(made, /^whsec_.{24,}/.test(textAt(made, 'secret')), 'a secret whsec_…', 'none');
      const read = await run.get(await pathOf(run));
      expectThat(read, valueAt(read.body, 'secret') === undefined, 'no secret', 'a secret');
    },
  },
  {
    id: 'webhooks.list',
    title: 'GET /webhooks returns a plain array with the endpoint',
    source,
    judge: async (run) => {
      const id = textAt(await run.need(endpoint), 'id');
      const exchange = await run.get('/webhooks');
      expectStatus(exchange, 200);
      const { body } = exchange;
      const holds = Array.isArray(body) && body.some((each) => valueAt(each, 'id') === id);
      expectThat(exchange, holds, `an array with the endpoint ${id}`, exchange.text);
    },
  },
  {
    id: 'webhooks.get',
    title: 'GET /webhooks/{id} returns the endpoint',
    source,
    judge: async (run) => {
      const { body } = await run.need(endpoint);
      const exchange = await run.get(await pathOf(run));
      expectStatus(exchange, 200);
      expectFields(exchange, { id: valueAt(body, 'id'), url: valueAt(body, 'url'), events });
    },
  },
  {
    id: 'webhooks.update',
    title:
      'PATCH changes URL, events, description and `disabled`, then DELETE removes it: 204 without a body',
    source,
    judge: async (run) => {
      const made = await run.post('/webhooks', { url: urlOf(run, 'second'), events });
      expectStatus(made, 201);
      const path = `/webhooks/${textAt(made, 'id')}`;
      const change = {
        url: urlOf(run, 'third'),
        events: [...events, 'webhook_endpoint.failing'],
        description: 'Changed',
        disabled: true,
      };
      const updated = await run.patch(path, change);
      expectStatus(updated, 200);
      expectFields(updated, change);
      const deleted = await run.delete(path);
      expectStatus(deleted, 204);
      expectThat(deleted, deleted.text === '', 'no body', deleted.text);
      expectStatus(await run.get(path), 404);
      expectStatus(await run.delete(path), 404);
    },
  },
  bad('no-url', '`url` is required on creation', { events }, 'url'),
  bad('url', '`url` is a URI', { url: 'not a url', events }, 'url'),
  bad(
    'event',
    'an unknown event type responds 400',
    { url: 'https://webhooks.invalid/', events: ['moon.rise'] },
    'events[0]',
    {
      contract: 'Events',
    },
  ),
  bad(
    'description',
    '`description` is a string',
    { url: 'https://webhooks.invalid/', events, description: 7 },
    'description',
  ),
  refusal({
    id: 'webhooks.update.no-url',
    title: '`url` is required on update',
    source,
    send: async (run) => patch(await pathOf(run), { description: 'None' }),
    expect: { status: 400, param: 'url' },
  }),
  refusal({
    id: 'webhooks.update.disabled',
    title: '`disabled` is a boolean',
    source,
    send: async (run) => patch(await pathOf(run), { url: urlOf(run, 'first'), disabled: 'yes' }),
    expect: { status: 400, param: 'disabled' },
  }),
  refusal({
    id: 'webhooks.update.404',
    title: 'updating an unknown endpoint responds 404',
    source,
    send: (run) => patch(`/webhooks/${unknownId}`, { url: urlOf(run, 'none') }),
    expect: { status: 404 },
  }),
  refusal({
    id: 'webhooks.get-404',
    title: 'an unknown endpoint responds 404',
    source,
    send: () => get(`/webhooks/${unknownId}`),
    expect: { status: 404 },
  }),
  {
    id: 'webhooks.portal',
    title: '`portal_url` is an http(s) URL',
    source,
    judge: async (run) => {
      const exchange = await run.need(portal);
      const url = textAt(exchange, 'portal_url');
      expectThat(exchange, /^https?:\/\/[^/]+\/./.test(url), 'an http(s) URL', url);
    },
  },
];

interface Deliveries {
  readonly job: Journey;
  readonly hooks: Receiver;
  /** Webhooks about the job at the endpoint for all events. */
  readonly own: readonly ReceivedWebhook[];
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const deliveries = fixture('webhooks of a simulated job', async (run): Promise<Deliveries> => {
  const hooks = await run.need(receiver);
  const job = await run.need(journey);
  const isOwn = ({ text }: ReceivedWebhook) => text.includes(job.id);
  for (const path of ['/all', hooks.filteredPath]) {
    const last = await hooks.waitFor(
      (each) =>
        each.path.endsWith(path) && isOwn(each) && valueAt(parse(each.text), 'type') === 'booking.completed',
      deliveryMillis,
    );
    if (!last)
      throw new Mismatch(
        `booking.completed at ${path}`,
        `none within ${deliveryMillis / 1_000} s`,
        job.completed,
      );
  }
  return { job, hooks, own: hooks.received.filter((each) => each.path.endsWith('/all') && isOwn(each)) };
});

const delivered = (
  id: string,
  title: string,
  judge: (deliveries: Deliveries) => void,
  from: Source = guide,
): Check => ({
  id: `webhooks.delivery.${id}`,
  title,
  source: from,
  needs: [deliveries],
  judge: async (run) => judge(await run.need(deliveries)),
});

const typesOf = (webhooks: readonly ReceivedWebhook[]) =>
  webhooks.map(({ text }) => String(valueAt(parse(text), 'type')));

const received: readonly Check[] = [
  delivered(
    'lifecycle',
    'a simulated job sends webhooks from creation to completion',
    ({ own }) => {
      const types = typesOf(own);
      const wanted = [
        'booking.created',
        'booking.dispatched',
        'booking.stop.arrived',
        'booking.stop.completed',
        'booking.completed',
      ];
      const missing = wanted.filter((type) => !types.includes(type));
      expectThat(null, missing.length === 0, wanted.join(', '), `without ${missing.join(', ')}`);
    },
    { contract: 'Events' },
  ),
  delivered(
    'notifications-off',
    '`customer_notifications_enabled` = false does not affect webhooks',
    ({ job, own }) => {
      expectFields(job.created, { customer_notifications_enabled: false });
      expectThat(job.created, own.length > 0, 'webhooks', 'none');
    },
    { contract: 'Events' },
  ),
  delivered(
    'filter',
    'an endpoint receives only the events that it chose',
    ({ hooks, job }) => {
      const there = hooks.received.filter(
        ({ path, text }) => path.endsWith(hooks.filteredPath) && text.includes(job.id),
      );
      const others = typesOf(there).filter((type) => type !== 'booking.completed');
      expectThat(null, others.length === 0, 'booking.completed only', others);
    },
    { contract: 'Events' },
  ),
  delivered('signature', 'each webhook is signed with the secret of the endpoint', ({ own, hooks }) => {
    for (const each of own)
      expectThat(
        null,
        isSigned(each, hooks.secret),
        'a valid webhook-signature',
        each.headers['webhook-signature'],
      );
  }),
  delivered('timestamp', '`webhook-timestamp` is the time of the attempt, in Unix seconds', ({ own }) => {
    for (const { headers } of own) {
      const sent = Number(headers['webhook-timestamp']);
      expectThat(null, Math.abs(sent - Date.now() / 1_000) < 600, 'the current time', sent);
    }
  }),
  delivered('id', '`webhook-id` is the id of the event', ({ own }) => {
    for (const { headers, text } of own) {
      const id = valueAt(parse(text), 'id');
      expectThat(null, headers['webhook-id'] === id, `webhook-id ${String(id)}`, headers['webhook-id']);
    }
  }),
  delivered('booking', '`data.booking` is a Booking of the contract', ({ own }) => {
    for (const { text } of own) {
      const inspection = new Inspection();
      booking.inspect(valueAt(parse(text), 'data.booking'), 'data.booking', 'Event data', inspection);
      const [finding] = inspection.findings;
      if (finding) throw new Mismatch(`\`${finding.path}\`: ${finding.expected}`, finding.actual);
    }
  }),
  delivered('same-as-feed', 'the event feed has the same events', ({ own, job }) => {
    const feed = new Map(job.events.map((event) => [event['id'], event]));
    for (const { text } of own) {
      const event = parse(text);
      const id = isObject(event) ? event['id'] : null;
      const same = JSON.stringify(feed.get(id)) === JSON.stringify(event);
      expectThat(null, same, `the event ${String(id)} as in GET /events`, feed.get(id) ?? 'no such event');
    }
  }),
];

export const webhooks: Section = { title: 'Webhooks', checks: [...management, ...received] };
