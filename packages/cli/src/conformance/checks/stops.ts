// Adding, removing and reordering stops of a booking.
import type { Section, Source } from '../check.ts';
import { type Exchange, listAt, textAt, valueAt } from '../exchange.ts';
import { expectFields, expectRoute, expectStatus, expectThat } from '../expectations.ts';
import { book, plainBooking, stopsOf } from '../fixtures.ts';
import { fixture } from '../run.ts';
import { refusal } from './refusal.ts';
import { patch, post, unknownId } from './requests.ts';

const source: Source = { contract: 'Stops' };

const sevenStops = fixture('a booking with seven stops', (run) => book(run, { stops: stopsOf(run, 7) }));
const pathOf = (exchange: Exchange) => `/bookings/${textAt(exchange, 'id')}/stops`;
const idsOf = (exchange: Exchange) => listAt(exchange, 'route').map((stop) => valueAt(stop, 'id'));

/** One booking whose stops are added, moved and removed in turn. */
const edits = fixture('a booking whose stops are edited', async (run) => {
  const made = await book(run);
  const added = await run.post(pathOf(made), { location: run.options.stops[2] });
  const read = await run.get(`/bookings/${textAt(made, 'id')}`);
  const reordered = await run.patch(`${pathOf(made)}/reorder`, { from_position: 2, to_position: 0 });
  const removed = await run.delete(`${pathOf(made)}/1`);
  return { made, added, read, reordered, removed };
});

export const stops: Section = {
  title: 'Stops of a booking',
  checks: [
    {
      id: 'stops.add',
      title: 'a stop can be added: 201 with the longer route',
      source,
      judge: async (run) => {
        const { made, added } = await run.need(edits);
        expectStatus(added, 201);
        expectRoute(added, 3);
        const kept = idsOf(made).every((id) => idsOf(added).includes(id));
        expectThat(added, kept, 'the ids of the other stops', idsOf(added));
      },
    },
    {
      id: 'stops.saved',
      title: 'GET returns the new route',
      source,
      judge: async (run) => {
        const { added, read } = await run.need(edits);
        expectThat(read, idsOf(read).join() === idsOf(added).join(), idsOf(added).join(), idsOf(read).join());
      },
    },
    {
      id: 'stops.reorder',
      title: 'a stop can be moved to another position: 200 with the new order',
      source,
      judge: async (run) => {
        const { added, reordered } = await run.need(edits);
        expectStatus(reordered, 200);
        expectRoute(reordered, 3);
        const [first, second, third] = idsOf(added);
        const expected = [third, first, second].join();
        expectThat(reordered, idsOf(reordered).join() === expected, expected, idsOf(reordered).join());
      },
    },
    {
      id: 'stops.remove',
      title: 'a stop can be removed by its position: 200 with the shorter route',
      source,
      judge: async (run) => {
        const { reordered, removed } = await run.need(edits);
        expectStatus(removed, 200);
        expectRoute(removed, 2);
        const [first, , last] = idsOf(reordered);
        expectFields(removed, { 'route.0.id': first, 'route.1.id': last });
      },
    },
    refusal({
      id: 'stops.add-no-location',
      title: 'a new stop requires `location`: 422',
      source,
      send: async (run) => post(pathOf(await run.need(plainBooking)), {}),
      expect: { status: 422, param: 'location' },
    }),
    refusal({
      id: 'stops.add-eighth',
      title: 'an eighth stop responds 422',
      source: { contract: 'Limits' },
      send: async (run) => post(pathOf(await run.need(sevenStops)), { location: run.options.stops[0] }),
      expect: { status: 422 },
    }),
    refusal({
      id: 'stops.remove-second',
      title: 'a route keeps at least two stops: 422',
      source: { contract: 'Limits' },
      send: async (run) => ({ method: 'DELETE', path: `${pathOf(await run.need(plainBooking))}/1` }),
      expect: { status: 422 },
    }),
    refusal({
      id: 'stops.remove-outside',
      title: 'a position outside the route responds 404 or 422',
      source,
      send: async (run) => ({ method: 'DELETE', path: `${pathOf(await run.need(sevenStops))}/7` }),
      expect: { status: [404, 422] },
    }),
    refusal({
      id: 'stops.reorder-outside',
      title: 'a target outside the route responds 422',
      source,
      send: async (run) =>
        patch(`${pathOf(await run.need(plainBooking))}/reorder`, { from_position: 0, to_position: 2 }),
      expect: { status: 422, param: 'to_position' },
    }),
    refusal({
      id: 'stops.reorder-incomplete',
      title: 'both positions are required: 422',
      source,
      send: async (run) => patch(`${pathOf(await run.need(plainBooking))}/reorder`, { from_position: 0 }),
      expect: { status: 422, param: 'to_position' },
    }),
    {
      id: 'stops.404',
      title: 'operations on stops of an unknown booking respond 404',
      source,
      judge: async (run) => {
        const path = `/bookings/${unknownId}/stops`;
        for (const request of [
          post(path, { location: run.options.stops[0] }),
          { method: 'DELETE', path: `${path}/1` },
          patch(`${path}/reorder`, { from_position: 0, to_position: 1 }),
        ])
          expectStatus(await run.send(request), 404);
      },
    },
  ],
};
