import { describe, expect, it } from 'vitest';
import { mask, redact, redactParam, shownPath } from './redaction.ts';

describe('redaction of logged requests', () => {
  it('keeps the order and masks personal data', () => {
    const body = {
      product: 'van',
      stops: [{ location: '350 5th Ave', instructions: 'Ring twice', floor: 3, elevator: true }],
      contacts: [{ name: 'Jane Doe', phone_number: '+12125550100', email: null }],
      customer: { name: 'Jane Doe' },
      metadata: { id: 'jane', nested: { state: 'x' } },
      addons: ['assembly'],
      tip: 500,
    };
    expect(redact(body)).toEqual({
      product: 'van',
      stops: [{ location: mask, instructions: mask, floor: mask, elevator: true }],
      contacts: [{ name: mask, phone_number: mask, email: null }],
      customer: { name: mask },
      metadata: mask,
      addons: ['assembly'],
      tip: 500,
    });
  });

  it('masks unknown names and values', () => {
    expect(redact({ nick_name: 'Janey', 'jane@example.com': 1, state: 'created' })).toEqual({
      nick_name: mask,
      [mask]: mask,
      state: 'created',
    });
    expect(redact('Jane')).toBe(mask);
    expect(redact(['Jane', 5])).toEqual([mask, mask]);
  });

  it('masks sentences and e-mail addresses where a single word is expected', () => {
    expect(redact({ product: 'for Jane', state: 'jane@example.com', tip: 500 })).toEqual({
      product: mask,
      state: mask,
      tip: 500,
    });
  });

  it('keeps error messages but masks quoted input', () => {
    const refusal = (code: string, message: string) =>
      (redact({ code, message }) as { message: string }).message;
    expect(refusal('missing_parameter', 'product is required.')).toBe('product is required.');
    expect(refusal('malformed_json', 'Unexpected token J in "Jane"')).toBe(mask);
    expect(refusal('address_not_found', 'There is no 12 Elm St.')).toBe(mask);
    expect(refusal('invalid_parameter', 'not "Jane", jane@example.com or +1 (212) 555-0100.')).toBe(
      `not ${mask}, ${mask} or ${mask}.`,
    );
  });

  it('keeps ids in a path and masks other path parameters', () => {
    const id = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01';
    expect(shownPath(`/bookings/${id}/stops/2`, '/bookings/:id/stops/:position')).toBe(
      `/bookings/${id}/stops/2`,
    );
    expect(shownPath('/bookings/jane', '/bookings/:id')).toBe(`/bookings/${mask}`);
    expect(shownPath('/customers/jane@example.com', null)).toBe(`/customers/${mask}`);
    expect(shownPath('/billing/statements/2030-01.csv', '/billing/statements/:month.csv')).toBe(
      '/billing/statements/2030-01.csv',
    );
    expect(shownPath('/bookings?state=created&email=jane%40example.com', '/bookings')).toBe(
      `/bookings?state=created&email=${mask}`,
    );
  });

  it('keeps the parameter name of an error', () => {
    expect(redactParam('stops[2].location')).toBe('stops[2].location');
    expect(redactParam('stops[0].jane@example')).toBe(`stops[0].${mask}`);
    expect(redactParam('Idempotency-Key')).toBe('Idempotency-Key');
  });
});
