// The examples in docs/areas-and-prices.md can be imported unchanged and show every field.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { unpricedProducts } from '../../src/domain/money/price-book.ts';
import { parsePriceBooks, priceBooksDocument } from '../../src/domain/money/price-book-document.ts';
import { parseServiceAreas, serviceAreasDocument } from '../../src/domain/place/service-area-document.ts';

const guide = readFileSync(fileURLToPath(new URL('../../docs/areas-and-prices.md', import.meta.url)), 'utf8');

function example(name: 'areas' | 'prices'): object {
  const text = new RegExp(`\`\`\`json ${name}\n(.*?)\`\`\``, 's').exec(guide)?.[1];
  if (text === undefined) throw new Error(`the guide has no example of ${name}`);
  return JSON.parse(text);
}

function fieldsOf(value: unknown): Set<string> {
  const fields = new Set<string>();
  JSON.stringify(value, (key, inner) => {
    if (/^[a-z_]+$/.test(key)) fields.add(key);
    return inner;
  });
  return fields;
}

describe('the guide to areas and prices', () => {
  const areas = parseServiceAreas(example('areas'));
  const books = parsePriceBooks(example('prices'));

  test('has valid examples', () => {
    expect(areas).toMatchObject({ ok: true });
    expect(books).toMatchObject({ ok: true });
  });

  test('prices every product that its areas offer', () => {
    if (!areas.ok || !books.ok) throw new Error('see above');
    expect(unpricedProducts(areas.value, books.value)).toEqual([]);
  });

  test('shows and explains every exported field', () => {
    if (!areas.ok || !books.ok) throw new Error('see above');
    const pairs = [
      [example('areas'), serviceAreasDocument(areas.value)],
      [example('prices'), priceBooksDocument(books.value)],
    ] as const;
    const prose = guide.replace(/```.*?```/gs, '');
    for (const [shown, exported] of pairs) {
      expect([...fieldsOf(shown)].sort()).toEqual([...fieldsOf(exported)].sort());
    }
    for (const field of [
      'coverage',
      'priority',
      'time_zone',
      'dispatch',
      'capacity',
      'bills_all_stops',
      'addons',
    ])
      expect(prose).toContain(field);
  });
});
