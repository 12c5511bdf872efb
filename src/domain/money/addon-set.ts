// Add-on selection of a quote. A request names the complete set: omitted keeps the current set, an empty list clears
// it. One invalid entry rejects the whole request.
import type { Result } from '../../lib/result.ts';
import type { Product } from '../dispatch/product.ts';
import type { Addon, CatalogueAddon } from './price-book.ts';

export interface AddonFault {
  readonly kind: 'addon_unknown' | 'addon_unavailable' | 'addon_repeated';
  /** Index of the invalid entry in the request. */
  readonly index: number;
  readonly slug: string;
  /** Slugs that are available for the product, for the error message. */
  readonly sold: readonly string[];
}

export interface AddonChoice {
  readonly catalogue: readonly CatalogueAddon[];
  readonly product: Product;
  /**
   * Add-ons that the quote already has. They keep their quoted price, even when the catalogue has changed or dropped
   * them.
   */
  readonly held: readonly Addon[];
  readonly slugs: readonly string[] | undefined;
}

export function selectAddons(choice: AddonChoice): Result<readonly Addon[], AddonFault> {
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

/** Add-ons that can be chosen: those that the quote has, then those that are sold for the product. */
export function addonsOnOffer({ catalogue, product, held }: Omit<AddonChoice, 'slugs'>): readonly Addon[] {
  const isHeld = (slug: string) => held.some((addon) => addon.slug === slug);
  const sold = catalogue.filter(({ slug, products }) => products.includes(product) && !isHeld(slug));
  return [...held, ...sold];
}

function findAddon({ catalogue, product, held }: AddonChoice, slug: string): Addon | AddonFault['kind'] {
  const kept = held.find((addon) => addon.slug === slug);
  if (kept !== undefined) return kept;
  const sold = catalogue.find((addon) => addon.slug === slug);
  if (sold === undefined) return 'addon_unknown';
  if (!sold.products.includes(product)) return 'addon_unavailable';
  return { slug: sold.slug, name: sold.name, description: sold.description, amountCents: sold.amountCents };
}
