// Model-based test: random command sequences over HTTP are compared with a plain model of bookings. A failure prints the
// command that replays it.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import {
  contactsOf,
  expectedBooking,
  type ModelBooking,
  type ModelContactInput,
  type ModelEditInput,
  modelAddStop,
  modelCancel,
  modelEdit,
  modelEditStop,
  modelRemoveStop,
  modelReorder,
  positionsExist,
} from '../support/booking-model.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { rounds } from '../support/scale.ts';

const addresses = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30-30 47th Ave, Long Island City, NY 11101',
];
const windows = ['2027-03-12T15:00:00.000Z', '2027-03-12T16:00:00.000Z', '2027-03-14T15:00:00.000Z'];
const timeout = rounds(5 * 60_000, 30 * 60_000);

const position = fc.nat({ max: 8 });
const booking = fc.nat({ max: 3 });
const address = fc.constantFrom(...addresses);
const contacts: fc.Arbitrary<ModelContactInput[]> = fc.array(
  fc.record({
    phone: fc.constantFrom('+14155552671', '+14155552672', '+14155552673'),
    positions: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }),
  }),
  { maxLength: 3 },
);
const text = fc.constantFrom(null, 'one', 'two');
const metadata = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom(null, 1, 'x', [1], { n: null }),
);
const addons = fc.constantFrom<string[]>([], ['assembly']);
const edit: fc.Arbitrary<ModelEditInput> = fc.record(
  {
    metadata,
    orderNumber: text,
    description: text,
    contacts,
    window: fc.constantFrom(...windows),
    destination: address,
    addons,
  },
  { requiredKeys: [] },
);
const create = fc.record({
  kind: fc.constant('create' as const),
  form: fc.constantFrom('stops', 'ends', 'quote'),
  stops: fc.array(address, { minLength: 2, maxLength: 7 }),
  window: fc.constantFrom(...windows),
  contacts: fc.option(contacts, { nil: undefined }),
  orderNumber: fc.constantFrom(undefined, 'one', 'two'),
  // Absent metadata is stored as null. A null within the object would be stored unchanged.
  metadata: fc.constantFrom(undefined, { a: 1 }, { b: 'x', c: [1] }),
});
const command = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), booking, edit }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('addStop' as const),
      booking,
      address,
      position: fc.option(position, { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('removeStop' as const), booking, position }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('reorder' as const), booking, from: position, to: position }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('editStop' as const),
      booking,
      position,
      floor: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), booking }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('get' as const), booking }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      limit: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom(null, 'created', 'cancelled'),
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
/** Some commands are sent twice with one idempotency key: the second request must have no effect. */
const step = fc.record({ command, repeats: fc.boolean() });

class CommandRunner {
  readonly #partner: ApiClient;
  readonly #bookings: ModelBooking[] = [];
  #keys = 0;

  constructor(partner: ApiClient) {
    this.#partner = partner;
  }

  get bookings(): readonly ModelBooking[] {
    return this.#bookings;
  }

  async run({ command: it, repeats }: { command: Command; repeats: boolean }): Promise<void> {
    const send = (method: string, path: string, body?: object) => this.#send(method, path, body, repeats);
    if (it.kind === 'create') return this.#create(it, send);
    if (it.kind === 'list') return this.#list(it.limit, it.state);
    const model = this.#bookings[it.booking];
    if (!model) {
      const unknown = await this.#partner.get('/bookings/7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11');
      expect(unknown.status).toBe(404);
      return;
    }
    const path = `/bookings/${model.id}`;
    switch (it.kind) {
      case 'edit':
        return this.#expect(model, modelEdit(model, it.edit), await send('PATCH', path, editBody(it.edit)));
      case 'cancel':
        return this.#expect(model, modelCancel(model), await send('POST', `${path}/cancel`));
      case 'addStop': {
        const body = { location: it.address, ...(it.position !== undefined && { position: it.position }) };
        const answer = await send('POST', `${path}/stops`, body);
        const status = modelAddStop(model, it.position);
        const added = model.route.findIndex(({ id }) => id === '');
        const stop = model.route[added];
        if (stop && answer.status === 201) stop.id = answer.body.route[added].id;
        return this.#expect(model, status, answer);
      }
      case 'removeStop':
        return this.#expect(
          model,
          modelRemoveStop(model, it.position),
          await send('DELETE', `${path}/stops/${it.position}`),
        );
      case 'reorder': {
        const body = { from_position: it.from, to_position: it.to };
        const status = modelReorder(model, it.from, it.to);
        return this.#expect(model, status, await send('PATCH', `${path}/stops/reorder`, body));
      }
      case 'editStop': {
        const status = modelEditStop(model, it.position, it.floor);
        const answer = await send('PATCH', `${path}/stops/${it.position}`, { floor: it.floor });
        return this.#expect(model, status, answer);
      }
      case 'get':
        return this.#expect(model, 200, await this.#partner.get(path));
    }
  }

  async #send(
    method: string,
    path: string,
    body: object | undefined,
    repeats: boolean,
  ): Promise<TestResponse> {
    if (!repeats) return this.#partner.call(method, path, body);
    const options = { headers: { 'idempotency-key': `k${this.#keys++}` } };
    const first = await this.#partner.call(method, path, body, options);
    const second = await this.#partner.call(method, path, body, options);
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    return first;
  }

  async #expect(model: ModelBooking, status: number, answer: TestResponse): Promise<void> {
    expect(answer.status, answer.text).toBe(status);
    const body = status < 300 ? answer.body : (await this.#partner.get(`/bookings/${model.id}`)).body;
    expect(body).toMatchObject(expectedBooking(model));
    expect(body.metadata).toEqual(model.metadata);
  }

  async #create(
    it: Extract<Command, { kind: 'create' }>,
    send: (method: string, path: string, body?: object) => Promise<TestResponse>,
  ): Promise<void> {
    const places = it.form === 'ends' ? it.stops.slice(0, 2) : it.stops;
    const stops = places.map((location) => ({ location }));
    const route =
      it.form === 'ends'
        ? { origin: places[0], destination: places[1], product: 'van' }
        : it.form === 'stops'
          ? { stops, product: 'van' }
          : { quote_id: (await this.#partner.post('/quotes', { stops, product: 'van' })).body.id };
    const answer = await send('POST', '/bookings', {
      ...route,
      arrival_window_from: it.window,
      ...(it.contacts && { contacts: it.contacts.map(contactBody) }),
      order_number: it.orderNumber,
      metadata: it.metadata,
    });
    if (!positionsExist(it.contacts ?? [], places.length)) {
      expect(answer.status, answer.text).toBe(400);
      return;
    }
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.route).toHaveLength(places.length);
    const stopsHere = answer.body.route.map(({ id }: { id: string }) => ({ id, floor: null }));
    const model: ModelBooking = {
      id: answer.body.id,
      isCancelled: false,
      route: stopsHere,
      contacts: contactsOf(it.contacts ?? [], stopsHere),
      metadata: it.metadata ? { ...it.metadata } : null,
      window: it.window,
      orderNumber: it.orderNumber ?? null,
      description: null,
      addons: [],
      events: 1,
    };
    this.#bookings.push(model);
    await this.#expect(model, 201, answer);
  }

  async #list(limit: number, state: 'created' | 'cancelled' | null): Promise<void> {
    const expected = this.#bookings
      .filter(({ isCancelled }) => state === null || isCancelled === (state === 'cancelled'))
      .map(expectedBooking)
      .reverse();
    const seen: object[] = [];
    let next: string | null = `/bookings?limit=${limit}${state ? `&state=${state}` : ''}`;
    while (next) {
      const { body }: TestResponse = await this.#partner.get(next);
      seen.push(...body.data);
      next = body.next?.replace(/^https?:\/\/[^/]+/, '') ?? null;
    }
    expect(seen).toHaveLength(expected.length);
    expect(seen).toMatchObject(expected);
  }
}

function contactBody({ phone, positions }: ModelContactInput): object {
  return { phone_number: phone, ...(positions.length > 0 && { stop_positions: positions }) };
}

function editBody({
  metadata: data,
  orderNumber,
  description,
  contacts: people,
  ...rest
}: ModelEditInput): object {
  return {
    metadata: data,
    order_number: orderNumber,
    description,
    contacts: people?.map(contactBody),
    arrival_window_from: rest.window,
    destination: rest.destination,
    addons: rest.addons,
  };
}

describe('bookings and a model of them', () => {
  let test: TestApp;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock, variables: { RATE_LIMIT_REQUESTS: '1000000' } });
  });
  afterAll(() => test.close());

  it(
    'never differ after random commands in any order',
    async () => {
      const commands = rounds(15, 30);
      const property = fc.asyncProperty(
        fc.array(step, { minLength: commands, maxLength: commands, size: 'max' }),
        async (steps) => {
          const runner = new CommandRunner(await test.partner());
          for (const each of steps) {
            clock.advance({ seconds: 1 });
            await runner.run(each);
          }
          const events = await queryAsOwner<{ id: string; count: number }>(
            test.connection,
            'select booking_id as id, count(*)::int as count from event where booking_id = any($1) group by 1',
            [runner.bookings.map(({ id }) => id)],
          );
          expect(new Map(events.map(({ id, count }) => [id, count]))).toEqual(
            new Map(runner.bookings.map(({ id, events: count }) => [id, count])),
          );
        },
      );
      const { MODEL_SEED: seed, MODEL_PATH: path } = process.env;
      const outcome = await fc.check(property, {
        numRuns: rounds(20, 1_000),
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(path !== undefined && { path, endOnFailure: true }),
      });
      if (outcome.failed) {
        const replay = `MODEL_SEED=${outcome.seed} MODEL_PATH=${outcome.counterexamplePath} npx vitest run test/long/booking-model.test.ts`;
        throw new Error(`${fc.defaultReportMessage(outcome)}\n\nReplay it with:\n  ${replay}`);
      }
      await expectBookingInvariants(test.connection);
    },
    timeout,
  );
});
