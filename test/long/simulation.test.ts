// Simulation of a whole job in the sandbox: bookings with `test_specifications.mode` = `auto`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOKING_EVENT_TYPES } from '../../src/domain/booking/booking-events.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addEndpoint } from '../support/webhook-endpoints.ts';
import { type Receiver, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const addresses = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30-30 47th Ave, Long Island City, NY 11101',
];
interface ReceivedEvent {
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly booking: Record<string, unknown> };
}
interface ShownCrew {
  readonly location: readonly number[];
  readonly members: readonly { readonly avatar_url: string }[];
}

const lifeOf = (stops: number) => [
  'booking.created',
  'booking.dispatched',
  ...Array.from({ length: stops }, (_, position) => [
    'booking.stop.departed',
    'booking.stop.arrived',
    'booking.stop.completed',
    position === stops - 1 ? 'booking.completed' : 'booking.updated',
  ]).flat(),
];
const steps = ['pending', 'driving', 'at', 'done'];

describe('a simulated booking', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-simulation-'));
  let test: TestApp;
  let receivers: Receivers;
  let partner: ApiClient;
  let receiver: Receiver;

  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp({
      environment: 'sandbox',
      variables: { SIMULATION_STEP_SECONDS: '0.02', DATA_DIR: folder },
    });
    test.app.worker.start();
    const organization = await test.organization();
    partner = await test.partner({ client: organization.client });
    receiver = receivers.receiver('partner');
    await addEndpoint(test, organization.id, receiver.url, { events: BOOKING_EVENT_TYPES });
  });
  afterAll(async () => {
    await test?.close();
    await receivers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function book(stops: readonly string[], product = 'van') {
    return partner.post('/bookings', {
      stops: stops.map((location) => ({ location })),
      product,
      tip: 500,
      arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
      test_specifications: { mode: 'auto' },
    });
  }

  /** Waits for an event of this type and returns all events of the booking so far. */
  async function receivedFor(bookingId: unknown, type: string): Promise<ReceivedEvent[]> {
    for (;;) {
      const events = receiver.received
        .map(({ body }) => JSON.parse(body) as ReceivedEvent)
        .filter(({ data }) => data.booking['id'] === bookingId)
        .toSorted((one, other) => one.sequence - other.sequence);
      if (events.some((event) => event.type === type)) return events;
      await receiver.until(receiver.received.length + 1);
    }
  }

  it('runs from created to completed, with an event for each step in order', async () => {
    const { status, body } = await book(addresses);
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'created', crew: null, fare: null });
    expect(body).not.toHaveProperty('test_specifications');

    const events = await receivedFor(body['id'], 'booking.completed');
    const life = events.map(({ type }) => type).filter((type) => type !== 'crew.location_updated');
    expect(life).toEqual(lifeOf(addresses.length));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));

    // Every value of the legacy state is shown, each `done` as a step of its own; then the completed booking.
    const shown = events.map(({ data }) => [data.booking['state'], data.booking['dispatch_state']].join(' '));
    const places = ['origin', 'stop', 'destination'].flatMap((place) =>
      steps.map((step) => `${place}_${step}`),
    );
    expect(shown.filter((state, index) => state !== shown[index - 1])).toEqual([
      'created origin_pending',
      ...places.map((state) => `dispatched ${state}`),
      'completed origin_pending',
    ]);

    const { body: done } = await partner.get(`/bookings/${body['id']}`);
    expect(done).toMatchObject({
      state: 'completed',
      dispatch_state: 'origin_pending',
      crew: { vehicle_type: 'van', location: null, eta: null, phone_number: null },
      dispatch: { state: 'done', route_position: addresses.length - 1 },
    });
  });

  it('ends with a fare within the estimate and a downloadable photo of each stop', async () => {
    const { body } = await book(addresses.slice(0, 2));
    const done = (await receivedFor(body['id'], 'booking.completed')).at(-1)?.data.booking;
    const { fare, quote, dispatch } = done as {
      fare: { total: number };
      quote: { fare_estimate: { total: number }[] };
      dispatch: { events: { state: string; photo_urls: string[] }[] };
    };
    const [low, high] = quote.fare_estimate.map(({ total }) => total + 500);
    expect(fare.total).toBeGreaterThanOrEqual(low ?? Number.NaN);
    expect(fare.total).toBeLessThanOrEqual(high ?? Number.NaN);
    const photos = dispatch.events
      .filter(({ state }) => state === 'done')
      .map(({ photo_urls }) => photo_urls);
    expect(photos).toHaveLength(2);
    for (const [url = ''] of photos) {
      const response = await fetch(url.replace(/^https?:\/\/[^/]+/, test.baseUrl));
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      const { width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(width).toBe(960);
    }
  });

  it('shows an approaching crew with an avatar and a phone number reserved for fiction', async () => {
    const { body } = await book(addresses.slice(0, 2), 'lite');
    const events = await receivedFor(body['id'], 'booking.stop.arrived');
    const crews = events
      .filter(({ type }) => type === 'crew.location_updated')
      .map(({ data }) => data.booking['crew'] as ShownCrew);
    const target = (body as { origin: { coordinates: number[] } }).origin.coordinates;
    const distances = crews.map(({ location }) => Math.abs((location[0] ?? 0) - (target[0] ?? 0)));
    expect(distances).toHaveLength(3);
    expect(distances).toEqual(distances.toSorted((one, other) => other - one));
    const arrived = events.find(({ type }) => type === 'booking.stop.arrived')?.data.booking['crew'];
    expect((arrived as ShownCrew).location).toEqual(target);
    const [crew] = crews;
    expect(crew).toMatchObject({
      vehicle_type: 'pickup_truck',
      phone_number: expect.stringMatching(/^\+120255501\d\d$/),
    });
    expect(crew?.members).toHaveLength(1);
    const avatar = await fetch(
      (crew?.members[0]?.avatar_url ?? '').replace(/^https?:\/\/[^/]+/, test.baseUrl),
    );
    expect(avatar.headers.get('content-type')).toBe('image/svg+xml');
  });

  it('stops after the partner has cancelled it', async () => {
    const { body } = await book(addresses.slice(0, 2));
    const { status } = await partner.post(`/bookings/${body['id']}/cancel`);
    expect(status).toBe(200);
    const { body: other } = await book(addresses.slice(0, 2));
    await receivedFor(other['id'], 'booking.completed');
    const { body: after } = await partner.get(`/bookings/${body['id']}`);
    expect(after).toMatchObject({ state: 'cancelled', fare: null });
  });
});
