// A dispatcher at work: books as a partner, moves over the operator API, and reads what the partner was told.
import { expect } from 'vitest';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { OperatorClient } from './operator-client.ts';
import { picture } from './pictures.ts';

export async function bookVan(partner: ApiClient, more: object = {}) {
  const { status, body, text } = await partner.post('/bookings', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  expect(status, text).toBe(201);
  return body;
}

/** The url of a photo that was just uploaded. */
export async function photograph(operator: OperatorClient, bookingId: string, colour = '#446688'): Promise<string> {
  const raw = await picture(colour);
  const headers = { 'content-type': 'image/jpeg' };
  const { status, body, text } = await operator.post(`/bookings/${bookingId}/photos`, undefined, { raw, headers });
  expect(status, text).toBe(201);
  return body.url;
}

/** A step at a stop, by its position. */
export function step(
  operator: OperatorClient,
  booking: { id: string; route: { id: string }[] },
  position: number,
  move: string,
  body?: object,
): Promise<ApiAnswer> {
  return operator.post(`/bookings/${booking.id}/stops/${booking.route[position]?.id}/${move}`, body);
}

/** The types of everything the partner was told of a booking, in order. */
export async function toldOf(partner: ApiClient, bookingId: string): Promise<string[]> {
  const { body } = await partner.get(`/events?booking_id=${bookingId}&limit=100`);
  return body.data.map(({ type }: { type: string }) => type);
}
