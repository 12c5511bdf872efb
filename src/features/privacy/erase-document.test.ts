import { describe, expect, it } from 'vitest';
import { type Erasure, eraseFrom } from './erase-document.ts';

const everybody = (...names: string[]): Erasure => ({
  whom: 'everybody',
  isCustomer: true,
  names,
  places: new Map(),
});

describe('eraseFrom', () => {
  it('replaces every contact by placeholders of the same format', () => {
    const erased = eraseFrom(
      { hid: 'AB12', contacts: [{ id: 'c1', name: 'Ann', phone_number: '+12125550100', email: null }] },
      everybody('ann'),
    );
    expect(erased.contacts).toEqual([
      { id: 'c1', name: 'Erased', phone_number: '+10000000000', email: null },
    ]);
  });

  it('keeps states, products and time zones even if they contain a name', () => {
    const document = {
      state: 'completed',
      product: 'van',
      type: 'booking.created',
      time_zone: 'America/New_York',
      note: 'Completed in time',
    };
    expect(eraseFrom(document, everybody('ted', 'van', 'created', 'america'))).toEqual(document);
  });

  it('matches a name as a whole word, also in an order number', () => {
    const erased = eraseFrom({ order_number: 'ted', title: 'For Ted!', other: 'Tedious' }, everybody('ted'));
    expect(erased).toEqual({ order_number: 'Erased', title: 'Erased', other: 'Tedious' });
  });

  it('escapes regular expression characters in names', () => {
    expect(eraseFrom({ title: 'C++ (Ltd.)' }, everybody('c++ (ltd.)'))).toEqual({ title: 'Erased' });
  });

  it('keeps other people if the erasure is about one person', () => {
    const one: Erasure = {
      ...everybody(),
      whom: { phone: '+12125550100', email: null },
      isCustomer: false,
    };
    const document = {
      contacts: [
        { name: 'Ann', phone_number: '+12125550100' },
        { name: 'Bo', phone_number: '+12125550101' },
      ],
    };
    expect(eraseFrom(document, one).contacts.map(({ name }) => name)).toEqual(['Erased', 'Bo']);
  });
});
