import { describe, expect, it } from 'vitest';
import { changeEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

const created = new Date('2027-03-10T15:30:00Z');
const later = new Date('2027-03-11T09:00:00Z');
const endpoint: WebhookEndpoint = {
  id: 'e',
  accountId: 'a',
  url: 'https://example.com/hook',
  description: 'orders',
  events: ['booking.created'],
  disabledReason: null,
  isHeld: false,
  disabledAt: null,
  createdAt: created,
  updatedAt: created,
};
const failing: WebhookEndpoint = { ...endpoint, disabledReason: 'failing', disabledAt: created };

describe('a change of a webhook endpoint', () => {
  it('returns the same endpoint if nothing differs', () => {
    for (const change of [
      {},
      { url: endpoint.url, description: 'orders', disabled: false },
      { events: ['booking.created', 'booking.created'] as const },
    ]) {
      expect(changeEndpoint(endpoint, change, later)).toEqual({ endpoint, changed: [] });
    }
    expect(changeEndpoint(endpoint, {}, later).endpoint).toBe(endpoint);
  });

  it('lists the changed fields and sets the time of the update', () => {
    const change = {
      url: 'https://example.com/other',
      events: ['booking.cancelled', 'booking.created', 'booking.cancelled'] as const,
    };
    const { endpoint: after, changed } = changeEndpoint(endpoint, change, later);
    expect(changed).toEqual(['url', 'events']);
    expect(after).toMatchObject({
      url: 'https://example.com/other',
      events: ['booking.cancelled', 'booking.created'],
      description: 'orders',
      updatedAt: later,
      createdAt: created,
    });
  });

  it('clears the description with null or an empty string, and subscribes to all events with null', () => {
    expect(changeEndpoint(endpoint, { description: '' }, later).endpoint.description).toBeNull();
    expect(changeEndpoint(endpoint, { description: null }, later).endpoint.description).toBeNull();
    const named = { ...endpoint, description: 'null' };
    expect(changeEndpoint(named, { description: null }, later).changed).toEqual(['description']);
    expect(changeEndpoint(endpoint, { events: null }, later)).toMatchObject({
      endpoint: { events: null },
      changed: ['events'],
    });
  });

  it('disables manually, keeps an automatic reason, and enables regardless of the reason', () => {
    expect(changeEndpoint(endpoint, { disabled: true }, later)).toMatchObject({
      endpoint: { disabledReason: 'manual', disabledAt: later },
      changed: ['disabled'],
    });
    expect(changeEndpoint(failing, { disabled: true }, later).endpoint).toBe(failing);
    expect(changeEndpoint(failing, { disabled: false }, later)).toMatchObject({
      endpoint: { disabledReason: null, disabledAt: null },
      changed: ['disabled'],
    });
  });
});
