import { describe, expect, it } from 'vitest';
import { asNumber, differences, formatHours, parseHourSpans, valueAt, withValue } from './draft.ts';

const document = {
  areas: [
    { slug: 'a', products: { van: { capacity: 4 } } },
    { slug: 'b', products: {} },
  ],
};

describe('a document draft', () => {
  it('reads and changes values by the paths of validation errors', () => {
    const path = 'areas[0].products.van.capacity';
    expect(valueAt(document, path)).toBe(4);
    const changed = withValue(document, path, 6);
    expect(valueAt(changed, path)).toBe(6);
    expect(valueAt(document, path)).toBe(4);
    expect(withValue(document, 'areas[1]', undefined).areas).toHaveLength(1);
    expect(valueAt(withValue(document, 'areas[2]', { slug: 'c' }), 'areas[2].slug')).toBe('c');
    expect(withValue(document, 'areas[0].products.van', undefined).areas[0]).toEqual({
      slug: 'a',
      products: {},
    });
  });

  it('lists every value that differs', () => {
    const changed = withValue(withValue(document, 'areas[0].slug', 'z'), 'areas[1].products.box', {
      capacity: 1,
    });
    expect(differences(document, changed)).toEqual([
      { path: 'areas[0].slug', before: 'a', after: 'z' },
      { path: 'areas[1].products.box', before: undefined, after: { capacity: 1 } },
    ]);
  });

  it('parses hours in common notations, and numbers only from numeric text', () => {
    expect(parseHourSpans('08:00-12:00, 13:00 – 20:00')).toEqual([
      { opens: '08:00', closes: '12:00' },
      { opens: '13:00', closes: '20:00' },
    ]);
    expect(formatHours(parseHourSpans('08:00-12:00'))).toBe('08:00-12:00');
    expect([asNumber('12.5'), asNumber('free'), asNumber('')]).toEqual([12.5, 'free', '']);
  });
});
