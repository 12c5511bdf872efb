// The set of add-ons of a quote. A request always names the whole set: omitted keeps it, empty clears it, and one
// wrong entry leaves everything as it was.
import type { Result } from '../lib/result.ts';
import type { Addon, CatalogueAddon } from './price-book.ts';
import type { Product } from './product.ts';

export interface AddonFault {
  readonly kind: 'addon_unknown' | 'addon_unavailable' | 'addon_repeated';
  /** Which entry of the request is wrong. */
  readonly index: number;
  readonly slug: string;
  /** What could have been chosen instead. */
  readonly sold: readonly string[];
}

export interface AddonChoice {
  readonly catalogue: readonly CatalogueAddon[];
  readonly product: Product;
  /** What the quote holds already, at the price it was quoted at; stays so even when no longer sold. */
  readonly held: readonly Addon[];
  readonly slugs: readonly string[] | undefined;
}

export function chooseAddons(choice: AddonChoice): Result<readonly Addon[], AddonFault> {
  if (choice.slugs === undefined) return { ok: true, value: choice.held };
  const addons: Addon[] = [];
  const faults: AddonFault[] = [];
  const sold = choice.catalogue
    .filter(({ products }) => products.includes(choice.product))
    .map(({ slug }) => slug);
  choice.slugs.forEach((slug, index) => {
    const found = findAddon(choice, slug);
    const repeated = addons.some((addon) => addon.slug === slug);
    if (repeated) faults.push({ kind: 'addon_repeated', index, slug, sold });
    else if (typeof found === 'string') faults.push({ kind: found, index, slug, sold });
    else addons.push(found);
  });
  return faults.length === 0 ? { ok: true, value: addons } : { ok: false, faults };
}

function findAddon({ catalogue, product, held }: AddonChoice, slug: string): Addon | AddonFault['kind'] {
  const kept = held.find((addon) => addon.slug === slug);
  if (kept !== undefined) return kept;
  const sold = catalogue.find((addon) => addon.slug === slug);
  if (sold === undefined) return 'addon_unknown';
  if (!sold.products.includes(product)) return 'addon_unavailable';
  return { slug: sold.slug, name: sold.name, description: sold.description, amountCents: sold.amountCents };
}
