// Tests of the stored service areas and price books, and of the built-in defaults.
import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_BOOK } from '../../domain/money/default-price-book.ts';
import { priceBooksDocument } from '../../domain/money/price-book-document.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import { serviceAreasDocument } from '../../domain/place/service-area-document.ts';
import { parseStoredDocuments } from './area-directory.ts';

const { areas } = serviceAreasDocument([{ ...DEFAULT_SERVICE_AREA, name: 'Everywhere we go' }]);
const { price_books: books } = priceBooksDocument([{ ...DEFAULT_PRICE_BOOK, addons: [] }]);

describe('parseStoredDocuments', () => {
  it('uses the built-in area and prices on a fresh installation', () => {
    const parsed = parseStoredDocuments({ areas: [], books: [] });
    expect(parsed.areas).toEqual([DEFAULT_SERVICE_AREA]);
    expect(parsed.books.get('united-states')).toEqual(DEFAULT_PRICE_BOOK);
  });

  it('applies imported prices to the built-in area', () => {
    const parsed = parseStoredDocuments({ areas: [], books });
    expect(parsed.areas).toEqual([DEFAULT_SERVICE_AREA]);
    expect(parsed.books.get('united-states')?.addons).toEqual([]);
  });

  it('keeps the built-in prices for an imported area with the same slug', () => {
    const parsed = parseStoredDocuments({ areas, books: [] });
    expect(parsed.areas).toMatchObject([{ slug: 'united-states', name: 'Everywhere we go' }]);
    expect(parsed.books.get('united-states')).toEqual(DEFAULT_PRICE_BOOK);
  });
});
