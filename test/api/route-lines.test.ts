// Roads of a route on the pages, and ETAs from road times, with a router that knows roads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import type { LinePoint } from '../../src/domain/place/route-line.ts';
import { serviceAreasDocument } from '../../src/domain/place/service-area-document.ts';
import { travelOf } from '../../src/domain/place/travel.ts';
import { importDocument } from '../../src/features/areas/system/manage-areas.ts';
import { unavailable } from '../../src/integrations/guarded-service.ts';
import type { Router } from '../../src/integrations/router/router.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { LiveMap, MapJob } from '../../web/console/api.ts';
import type { CrewDay } from '../../web/crew/api.generated.ts';
import type { TrackingView } from '../../web/tracking/api.generated.ts';
import { CrewPhone, stepOf } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, formCrew } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { roadLines } from '../support/road-router.ts';
import { TrackingStage } from '../support/tracked-booking.ts';

const MINUTES_PER_LEG = 31;
const MINUTES_PER_TRUCK_LEG = 47;

describe('a router that knows roads', () => {
  let isAvailable = true;
  const router: Router = {
    isLocal: true,
    matrix: async () => unavailable('not used'),
    identity: async () => null,
    route: async (waypoints, vehicle) => {
      if (!isAvailable) return unavailable('stopped');
      const lines = roadLines(waypoints);
      return {
        kind: 'found',
        travel: travelOf(
          lines.map(() => ({ miles: 5, minutes: vehicle ? MINUTES_PER_TRUCK_LEG : MINUTES_PER_LEG })),
          false,
        ),
        lines,
      };
    },
  };
  let stage: TrackingStage;
  let operator: OperatorClient;
  const clock = () => stage.clock;

  beforeAll(async () => {
    stage = await TrackingStage.start({ router });
    operator = await OperatorClient.enter(stage.test);
  });
  afterAll(() => stage.close());

  const track = async (token: string): Promise<TrackingView> =>
    (await fetch(`${stage.test.baseUrl}/track/api/${token}`)).json() as Promise<TrackingView>;

  it('draws the roads on the pages of operators and crews, and the ETA is the driving time', async () => {
    const crew = await formCrew(operator);
    const phone = await CrewPhone.enter(operator, crew.members[0]?.id ?? '');
    const from = new Date(clock().now().getTime() + 3_600_000).toISOString();
    const booking = await bookVan(stage.partner, { arrival_window_from: from });
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crew.id });
    const { route } = (await stage.partner.get(`/bookings/${booking.id}`)).body;
    const [start, end]: LinePoint[] = route.map(
      (stop: { location: { coordinates: LinePoint } }) => stop.location.coordinates,
    );
    const line = [start, [end?.[0], start?.[1]], end].map((point) =>
      point?.map((degrees) => expect.closeTo(degrees ?? 0, 4)),
    );
    expect((await operator.get(`/bookings/${booking.id}`)).body.geometry).toEqual([line]);
    const day: CrewDay = (await phone.get('/day')).body;
    expect(day.jobs[0]?.geometry).toEqual([line]);
    const later = await bookVan(stage.partner, {
      arrival_window_from: new Date(clock().now().getTime() + 10 * 3_600_000).toISOString(),
    });
    await operator.post(`/bookings/${later.id}/assign`, { crew_id: crew.id });
    const onMap = async (query = ''): Promise<readonly MapJob[] | undefined> => {
      const map: LiveMap = (await operator.get(`/map${query}`)).body;
      return map.crews.find(({ id }) => id === crew.id)?.jobs;
    };
    // On the live map, later jobs have roads once their crew is chosen.
    expect((await onMap())?.map(({ geometry }) => geometry)).toEqual([[line], []]);
    expect((await onMap(`?crew=${crew.id}`))?.map(({ geometry }) => geometry)).toEqual([[line], [line]]);

    const depart = stepOf(booking, 0, clock().now(), { kind: 'depart', location: [-73.99, 40.73] });
    expect(await phone.report(depart)).toEqual(['applied']);
    const eta = async () => Date.parse((await stage.partner.get(`/bookings/${booking.id}`)).body.crew.eta);
    expect(await eta()).toBe(clock().now().getTime() + MINUTES_PER_LEG * 60_000);
    isAvailable = false;
    clock().advance({ seconds: 11 });
    const position = { ...stepOf(booking, 0, clock().now(), { kind: 'arrive' }), kind: 'position' as const };
    expect(
      await phone.report({
        id: position.id,
        kind: 'position',
        booking_id: booking.id,
        at: position.at,
        location: [-73.99, 40.731],
      }),
    ).toEqual(['applied']);
    expect(await eta()).toBeLessThan(clock().now().getTime() + MINUTES_PER_LEG * 60_000);
    expect((await operator.get(`/bookings/${booking.id}`)).body.geometry).toEqual([null]);
    isAvailable = true;
  });

  it('shows jobs without a crew on the live map, of the next 24 hours and of one area', async () => {
    const inHours = (hours: number) => ({
      arrival_window_from: new Date(clock().now().getTime() + hours * 3_600_000).toISOString(),
    });
    const soon = await bookVan(stage.partner, inHours(20));
    const later = await bookVan(stage.partner, inHours(30));
    const listed = async (query = ''): Promise<LiveMap['unassigned']> =>
      (await operator.get(`/map${query}`)).body.unassigned;
    const jobs = await listed();
    expect(jobs.map(({ id }) => id)).toContain(soon.id);
    expect(jobs.map(({ id }) => id)).not.toContain(later.id);
    const job = jobs.find(({ id }) => id === soon.id);
    const { arrival_window, route } = (await stage.partner.get(`/bookings/${soon.id}`)).body;
    expect(job).toMatchObject({ hid: soon.hid, product: 'van', window: arrival_window.label });
    expect(job?.stops.map(({ point }) => point)).toEqual(
      route.map((stop: { location: { coordinates: LinePoint } }) => stop.location.coordinates),
    );
    expect(await listed('?area=elsewhere')).toEqual([]);
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${soon.id}/assign`, { crew_id });
    expect((await listed()).map(({ id }) => id)).not.toContain(soon.id);
  });

  it('shows roads on the tracking page only as precisely as the stops', async () => {
    const shown = await stage.book({
      contacts: [
        { name: 'Sam', phone_number: '+12125550161', stop_positions: [0] },
        { name: 'Bea', phone_number: '+12125550162', stop_positions: [2] },
        { name: 'All', phone_number: '+12125550163', stop_positions: [0, 1, 2] },
      ],
    });
    const [sam = '', , all = ''] = shown.contactTokens;
    const [general, ofSam, ofAll] = [await track(shown.token), await track(sam), await track(all)];
    expect(ofAll.geometry.map((line) => line?.length)).toEqual([3, 3]);
    // Other stops are shown by their town, so no line leads there.
    expect(ofSam.geometry).toEqual([null, null]);
    // Only the corner is far enough from both addresses, and a point is no line.
    expect(general.geometry).toEqual([null, null]);
  });

  it('prices the route of the vehicle of a product, if the area names its dimensions', async () => {
    const admin = { ...stage.test, clock: clock(), ids: randomIds };
    const vehicle = { height_feet: 12, width_feet: 8, length_feet: 24, weight_pounds: 14_000 };
    const [area] = serviceAreasDocument([DEFAULT_SERVICE_AREA]).areas;
    const document = { areas: [{ ...area, products: { van: {}, box: { vehicle } } }] };
    const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;
    expect(await importDocument(admin, 'areas', document, origin)).toMatchObject({ faults: [] });
    const stops = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
      location,
    }));
    const batch = async () =>
      (await stage.partner.post('/quotes/batch', { stops })).body.data.map(
        (quote: { product: string; travel_duration: number }) => [quote.product, quote.travel_duration],
      );
    await expect.poll(batch).toEqual([
      ['van', MINUTES_PER_LEG],
      ['box', MINUTES_PER_TRUCK_LEG],
    ]);
    const single = await stage.partner.post('/quotes', { stops, product: 'box' });
    expect(single.body.travel_duration).toBe(MINUTES_PER_TRUCK_LEG);
    const window = { arrival_window_from: new Date(clock().now().getTime() + 86_400_000).toISOString() };
    const { body: booking } = await stage.partner.post('/bookings', { quote_id: single.body.id, ...window });
    // A changed booking keeps the terms of its quote.
    const plain = { areas: [{ ...area, products: { van: {}, box: {} } }] };
    await importDocument(admin, 'areas', plain, origin);
    await expect.poll(batch).toEqual([
      ['van', MINUTES_PER_LEG],
      ['box', MINUTES_PER_LEG],
    ]);
    const added = await stage.partner.post(`/bookings/${booking.id}/stops`, {
      location: '30-30 47th Ave, Long Island City, NY 11101',
    });
    expect(added.status, added.text).toBe(201);
    const [row] = await queryAsOwner<{ minutes: number }>(
      stage.test.connection,
      "select (q.facts -> 'travel' ->> 'minutes')::float8 as minutes from booking b join quote q on q.id = b.quote_id where b.id = $1",
      [booking.id],
    );
    expect(row?.minutes).toBe(2 * MINUTES_PER_TRUCK_LEG);
  });
});
