// Helpers for operator API tests: books as a partner, reports steps as an operator, and reads the partner's events.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { ApiClient, TestResponse } from './api-client.ts';
import type { OperatorClient } from './operator-client.ts';
import { picture } from './test-photos.ts';
import { until } from './until.ts';

export interface BookedVan {
  readonly id: string;
  readonly hid: string;
  readonly share_url: string;
  readonly route: readonly { readonly id: string }[];
}

export async function bookVan(partner: ApiClient, more: object = {}): Promise<BookedVan> {
  const { status, body, text } = await partner.post('/bookings', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  expect(status, text).toBe(201);
  return body;
}

/** Creates a crew of two members with a van. */
export async function formCrew(operator: OperatorClient, name = `Crew ${randomBytes(4).toString('hex')}`) {
  const vehicle = await create(operator, '/vehicles', { type: 'van', name: `Van of ${name}` });
  const ana = await create(operator, '/crew-members', { first_name: 'Ana', phone_number: '+12125550142' });
  const bo = await create(operator, '/crew-members', { first_name: 'Bo' });
  return create(operator, '/crews', { name, vehicle_id: vehicle.id, member_ids: [ana.id, bo.id] });
}

async function create(operator: OperatorClient, path: string, body: object) {
  const response = await operator.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}

/** Uploads a photo and returns its URL. */
export async function photograph(
  operator: OperatorClient,
  bookingId: string,
  colour?: string,
): Promise<string> {
  const raw = await picture(colour);
  const headers = { 'content-type': 'image/jpeg' };
  const response = await operator.post(`/bookings/${bookingId}/photos`, undefined, { raw, headers });
  expect(response.status, response.text).toBe(201);
  return response.body.url;
}

/** Reports a step at the stop with this position. */
export function step(
  operator: OperatorClient,
  booking: BookedVan,
  position: number,
  move: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const path = `/bookings/${booking.id}/stops/${booking.route[position]?.id}/${move}`;
  return operator.post(path, body, { headers });
}

/** Reports a step that must succeed. */
export async function go(...args: Parameters<typeof step>): Promise<TestResponse> {
  const response = await step(...args);
  expect(response.status, `${args[3]} at ${args[2]}: ${response.text}`).toBe(200);
  return response;
}

/** Completes a stop with a photo and moves on: after the last stop the booking is completed. */
export async function finishStop(
  operator: OperatorClient,
  booking: BookedVan,
  position: number,
  photoUrl?: string,
): Promise<TestResponse> {
  const photo_urls = [photoUrl ?? (await photograph(operator, booking.id))];
  await go(operator, booking, position, 'complete', { photo_urls });
  return go(operator, booking, position, 'move-on');
}

/** Event types of a booking in order, once there are at least `count`. */
export function eventsOf(partner: ApiClient, bookingId: string, count: number): Promise<string[]> {
  const read = async () => {
    const { body } = await partner.get(`/events?booking_id=${bookingId}&limit=100`);
    return body.data.map(({ type }: { type: string }) => type) as string[];
  };
  return until(read, (types) => types.length >= count);
}
