// The automatic simulation of a job with three stops: states, dispatch, crew and fare. The sandbox control `advance`
// saves the waiting time between two steps where the instance offers it.
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, Mismatch, type Section, type Source } from '../check.ts';
import { dispatchStates } from '../contract/tables.ts';
import { type Exchange, isObject, listAt, textAt, valueAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';
import { orderOf, stopsOf } from '../fixtures.ts';
import { fixture, type Run } from '../run.ts';
import { receiver } from '../webhook-receiver.ts';

const source: Source = { contract: 'States and transitions' };
const tip = 500;
const maxSteps = 80;
const pollMillis = 500;
const maxPolls = 360;

export interface Journey {
  readonly id: string;
  readonly created: Exchange;
  /** The last response; its booking is completed. */
  readonly completed: Exchange;
  /** Events of the booking, in order. */
  readonly events: readonly Record<string, unknown>[];
  /** The booking as the events and responses showed it, in order. */
  readonly snapshots: readonly unknown[];
}

export const journey = fixture('a simulated job', async (run): Promise<Journey> => {
  // The endpoints must exist before the booking; without a receiver the job runs all the same.
  await run.need(receiver).catch(() => null);
  const created = await run.post('/bookings', {
    ...orderOf(run, { stops: stopsOf(run, 3), tip, customer_notifications_enabled: false }),
    test_specifications: { mode: 'auto' },
  });
  expectStatus(created, 201);
  const id = textAt(created, 'id');
  const responses = [created];
  for await (const exchange of followedBy(run, id)) responses.push(exchange);
  const completed = await run.get(`/bookings/${id}`);
  expectFields(completed, { state: 'completed' });
  const events = await eventsOf(run, id);
  const shown = events.map((event) => valueAt(event, 'data.booking')).filter(isObject);
  return {
    id,
    created,
    completed,
    events,
    snapshots: shown.length > 0 ? shown : [...responses, completed].map(({ body }) => body),
  };
});

/** Responses until the booking is completed: by `advance`, or by waiting. */
async function* followedBy(run: Run, id: string): AsyncGenerator<Exchange> {
  for (let step = 0; step < maxSteps; step += 1) {
    const exchange = await run.post(`/sandbox/bookings/${id}/advance`);
    if (exchange.status === 404) {
      yield* polled(run, id);
      return;
    }
    // 409: the simulation itself completed the job in the meantime.
    if (exchange.status === 409) return;
    expectStatus(exchange, 200);
    yield exchange;
    if (textAt(exchange, 'state') === 'completed') return;
  }
}

async function* polled(run: Run, id: string): AsyncGenerator<Exchange> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const exchange = await run.get(`/bookings/${id}`);
    yield exchange;
    if (textAt(exchange, 'state') === 'completed') return;
    await delay(pollMillis);
  }
}

/** Empty if the instance has no event feed. The feed follows a change within moments. */
async function eventsOf(run: Run, id: string): Promise<Record<string, unknown>[]> {
  for await (const exchange of repeated(run, `/events?booking_id=${id}&limit=100`)) {
    const events = listAt(exchange, 'data').filter(isObject);
    if (exchange.status === 404) return [];
    if (events.some(({ type }) => type === 'booking.completed')) return events;
  }
  throw new Mismatch('the event booking.completed in GET /events', 'none in time');
}

/** Reads a path again and again, with growing pauses, for about 20 s. */
async function* repeated(run: Run, path: string): AsyncGenerator<Exchange> {
  for (let pause = 100; pause < 7_000; pause *= 1.5) {
    yield await run.get(path);
    await delay(pause);
  }
}

const check = (
  id: string,
  title: string,
  judge: (journey: Journey) => void,
  from: Source = source,
): Check => ({
  id: `simulation.${id}`,
  title,
  source: from,
  needs: [journey],
  judge: async (run) => judge(await run.need(journey)),
});

const at = (value: unknown, path: string) => valueAt(value, path);
const eventsIn = (exchange: Exchange) => listAt(exchange, 'dispatch.events');
const dispatched = ({ snapshots }: Journey) => snapshots.filter((each) => at(each, 'state') === 'dispatched');

const checks: readonly Check[] = [
  check(
    'response',
    'the response to POST has the normal booking shape, without `test_specifications`',
    ({ created }) => {
      const { body } = created;
      expectThat(
        created,
        at(body, 'test_specifications') === undefined,
        'no test_specifications',
        'the field',
      );
      expectFields(created, { fare: null });
    },
  ),
  check(
    'states',
    'a job goes through created, dispatched and completed, in this order',
    ({ snapshots, completed }) => {
      const states = snapshots.map((each) => String(at(each, 'state')));
      const passed = states.filter((state, index) => state !== states[index - 1]).join();
      expectThat(
        completed,
        passed === 'created,dispatched,completed',
        'created,dispatched,completed',
        passed,
      );
    },
  ),
  check(
    'crew',
    'a dispatched booking has a crew',
    (job) => {
      const [first] = dispatched(job);
      expectThat(job.completed, isObject(at(first, 'crew')), 'a crew', at(first, 'crew'));
    },
    { contract: 'Crew' },
  ),
  check(
    'crew-phone',
    'the sandbox returns a synthetic phone number of the crew',
    (job) => {
      const number = at(dispatched(job)[0], 'crew.phone_number');
      expectThat(job.completed, typeof number === 'string' && number !== '', 'a phone number', number);
    },
    { contract: 'Crew' },
  ),
  check(
    'crew-product',
    'a van comes with two crew members',
    (job) => {
      const [first] = dispatched(job);
      const members = at(first, 'crew.members');
      const count = Array.isArray(members) ? members.length : 0;
      expectThat(job.completed, count === 2, 'two members', count);
      const vehicle = at(first, 'crew.vehicle_type');
      expectThat(job.completed, vehicle === 'van', 'vehicle_type van', vehicle);
    },
    { contract: 'ProductEnum' },
  ),
  check(
    'crew-eta',
    'while the crew drives, `crew.eta` is the arrival at the next location',
    (job) => {
      const driving = dispatched(job).filter((each) =>
        String(at(each, 'dispatch_state')).endsWith('_driving'),
      );
      expectThat(job.completed, driving.length > 0, 'a snapshot of a driving crew', 'none');
      for (const each of driving)
        expectThat(job.completed, typeof at(each, 'crew.eta') === 'string', 'an eta', at(each, 'crew.eta'));
    },
    { contract: 'Crew' },
  ),
  check(
    'crew-location',
    'a crew that has arrived is at the location of the stop',
    (job) => {
      const arrived = dispatched(job).filter((each) => String(at(each, 'dispatch_state')).endsWith('_at'));
      expectThat(job.completed, arrived.length > 0, 'a snapshot of an arrived crew', 'none');
      for (const each of arrived) {
        const position = String(at(each, 'dispatch.route_position'));
        const [place, stop] = [at(each, 'crew.location'), at(each, `route.${position}.location.coordinates`)];
        const near = [0, 1].every((axis) => {
          const distance = Number(at(place, `${axis}`)) - Number(at(stop, `${axis}`));
          return Math.abs(distance) < 0.001;
        });
        expectThat(job.completed, near, `crew.location near ${JSON.stringify(stop)}`, place);
      }
    },
    { contract: 'Crew' },
  ),
  check(
    'dispatch-null',
    '`dispatch` is null before any dispatch',
    ({ snapshots, created }) => {
      for (const each of snapshots.filter((one) => at(one, 'state') === 'created'))
        expectThat(created, at(each, 'dispatch') === null, 'dispatch null', at(each, 'dispatch'));
    },
    { contract: 'Booking' },
  ),
  check(
    'dispatch-present',
    '`dispatch` is present while dispatched and after completion',
    (job) => {
      for (const each of [...dispatched(job), job.completed.body])
        expectThat(job.completed, isObject(at(each, 'dispatch')), 'a dispatch', at(each, 'dispatch'));
    },
    { contract: 'Booking' },
  ),
  check(
    'dispatch-position',
    '`route_stop_id` is the stop at `route_position`',
    (job) => {
      for (const each of dispatched(job)) {
        const stop = at(each, `route.${String(at(each, 'dispatch.route_position'))}.id`);
        const id = at(each, 'dispatch.route_stop_id');
        expectThat(job.completed, id === null || id === stop, `route_stop_id ${String(stop)}`, id);
      }
    },
    { contract: 'Dispatch' },
  ),
  check(
    'dispatch-times',
    '`dispatch.events` are in the order of their times',
    ({ completed }) => {
      const times = eventsIn(completed).map((event) => Date.parse(String(at(event, 'triggered_at'))));
      const sorted = times.every((time, index) => index === 0 || time >= Number(times[index - 1]));
      expectThat(completed, times.length > 0 && sorted, 'events in order', times);
    },
    { contract: 'Dispatch' },
  ),
  check(
    'photos',
    'each completed stop has a completion photo',
    ({ completed }) => {
      for (const [position, stop] of listAt(completed, 'route').entries()) {
        const photos = eventsIn(completed)
          .filter((event) => at(event, 'route_stop_id') === at(stop, 'id'))
          .flatMap((event) => at(event, 'photo_urls'));
        expectThat(
          completed,
          photos.some((url) => typeof url === 'string'),
          `a photo of stop ${position}`,
          photos,
        );
      }
    },
    { contract: 'General conventions' },
  ),
  check(
    'dispatch-state-values',
    'a job with three stops shows every value of the legacy `dispatch_state`',
    (job) => {
      const seen = new Set(dispatched(job).map((each) => at(each, 'dispatch_state')));
      const missing = dispatchStates.filter((state) => !seen.has(state));
      expectThat(
        job.completed,
        missing.length === 0,
        dispatchStates.join(', '),
        `without ${missing.join(', ')}`,
      );
    },
  ),
  check(
    'dispatch-state-order',
    '`dispatch_state` goes from origin over stop to destination, never back',
    (job) => {
      const order = dispatched(job).map((each) => dispatchStates.indexOf(String(at(each, 'dispatch_state'))));
      const sorted = order.every((place, index) => index === 0 || place >= Number(order[index - 1]));
      const values = order.map((place) => dispatchStates[place]);
      expectThat(job.completed, sorted, dispatchStates.join(', '), values.join(', '));
    },
  ),
  check(
    'dispatch-state-reverts',
    '`dispatch_state` is origin_pending once the booking completes',
    ({ completed }) => expectFields(completed, { dispatch_state: 'origin_pending' }),
  ),
  check(
    'fare-null',
    '`fare` is null before the booking completes',
    ({ snapshots, completed }) => {
      for (const each of snapshots.filter((one) => at(one, 'state') !== 'completed'))
        expectThat(completed, at(each, 'fare') === null, 'fare null', at(each, 'fare'));
    },
    { contract: 'Booking' },
  ),
  check('fare', 'a completed booking has the final fare', ({ completed }) => {
    const total = at(completed.body, 'fare.total');
    expectThat(completed, typeof total === 'number' && total > tip, 'a fare', total);
  }),
  check(
    'fare-tip',
    'the tip is included in the final fare',
    ({ completed }) => {
      const adjustments = listAt(completed, 'fare.adjustments').map((each) => Number(at(each, 'amount')));
      expectThat(completed, adjustments.includes(tip), `an adjustment of ${tip}`, adjustments);
      const lines = ['base', 'labor', 'travel_distance', 'travel_duration', 'stops'].map((name) =>
        Number(at(completed.body, `fare.${name}`)),
      );
      const sum = [...lines, ...adjustments].reduce((total, each) => total + each, 0);
      expectFields(completed, { 'fare.total': sum });
    },
    { contract: 'Booking' },
  ),
];

const billing: Check = {
  id: 'simulation.billing',
  title: 'a simulated job creates billing records',
  source: { contract: 'General conventions' },
  needs: [journey],
  judge: async (run) => {
    const { id, completed } = await run.need(journey);
    const total = at(completed.body, 'fare.total');
    for await (const exchange of repeated(run, `/billing/records?booking_id=${id}`)) {
      expectStatus(exchange, 200);
      if (listAt(exchange, 'data').some((record) => at(record, 'amount') === total)) return;
    }
    throw new Mismatch(`a billing record of ${String(total)} cents`, 'none in time', completed);
  },
};

export const simulation: Section = { title: 'Simulated job', checks: [...checks, billing] };
