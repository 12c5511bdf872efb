// A day with crews and bookings in New York to plan.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import type { ApiClient } from './api-client.ts';
import { TestClock } from './clock.ts';
import { queryAsOwner } from './database.ts';
import type { DispatchFixture, TestCrewInput } from './dispatch-actions.ts';
import type { BookedVan } from './operator-actions.ts';
import type { OperatorClient } from './operator-client.ts';
import { until } from './until.ts';

export const DAY = '2027-03-10';
export const AREA = 'united-states';
/** Half past midnight in New York. */
export const nightBefore = () => new TestClock(new Date(`${DAY}T05:30:00Z`));

const zips = [
  '10001',
  '11201',
  '10118',
  '11211',
  '10025',
  '11215',
  '10013',
  '11101',
  '10016',
  '11222',
  '10003',
  '11231',
];

/** One-hour window that begins at this hour in New York (UTC−5). */
export async function bookAt(
  partner: ApiClient,
  hour: number,
  nth = hour,
  more: object = {},
): Promise<BookedVan> {
  const zip = (index: number) => ({
    location: `${index + 1} Main St, New York, NY ${zips[index % zips.length]}`,
  });
  const at = (hours: number) => new Date(Date.UTC(2027, 2, 10, 5 + hours)).toISOString();
  const { status, body, text } = await partner.post('/bookings', {
    stops: [zip(nth), zip(nth + 1)],
    product: 'van',
    arrival_window_from: at(hour),
    arrival_window_to: at(hour + 1),
    ...more,
  });
  if (status !== 201) throw new Error(text);
  return body;
}

/** A crew that works from 8:00 to 20:00 in New York. */
export async function dayCrew(
  desk: DispatchFixture,
  name: string,
  input: TestCrewInput = {},
): Promise<string> {
  return (await desk.crew(name, { shift: [7.5, 19.5], autoAccept: true, ...input })).id;
}

// biome-ignore lint/suspicious/noExplicitAny: a response body.
export async function plan(operator: OperatorClient, input: object = {}): Promise<any> {
  const { status, body, text } = await operator.post('/plans', {
    area: AREA,
    day: DAY,
    seconds: 60,
    iterations: 60,
    ...input,
  });
  if (status !== 202) throw new Error(text);
  return until(
    async () => (await operator.get(`/plans/${body.id}`)).body,
    ({ status: state }) => state !== 'computing',
  );
}

/** Takes bookings and crews out of the area, and removes all plans, for the next test. */
export async function clearDay(connection: ConnectionOptions): Promise<void> {
  await queryAsOwner(
    connection,
    `update booking set area_slug = 'over'; update crew set retired_at = now() where retired_at is null;
     update vehicle set retired_at = now() where retired_at is null;
     delete from planned_job; delete from plan_change; delete from plan; delete from plan_day`,
  );
}
