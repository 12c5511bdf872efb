// Format of the area and price documents. The operator API describes them as objects only; their format is that of
// `waybill areas` and `waybill prices`.
import type { AreaPreview, AreaRevision } from '../api.generated.ts';

export type DocumentKind = AreaRevision['kind'];

export interface AreaDocument {
  readonly slug: string;
  readonly name: string;
  readonly coverage: unknown;
  readonly priority: number;
  readonly time_zone: string | null;
  readonly hours: Readonly<Record<string, readonly { readonly opens: string; readonly closes: string }[]>>;
  readonly dispatch: 'manual' | 'automatic';
  readonly products: Readonly<Record<string, OfferDocument>>;
}

interface OfferDocument {
  readonly windows: Readonly<Record<string, number>>;
  readonly capacity: number;
  readonly on_demand_capacity: number;
}

export interface PriceBookDocument {
  readonly area: string;
  readonly products: Readonly<Record<string, PricesDocument>>;
  readonly addons: readonly AddonDocument[];
}

interface PricesDocument {
  readonly fare_structure: Readonly<Record<string, number>>;
  readonly labor: Readonly<Record<string, number | string>>;
  readonly bills_all_stops: boolean;
  readonly max_route_miles: number;
}

interface AddonDocument {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly amount_cents: number;
  readonly products: readonly string[];
}

export interface AreaDocuments {
  readonly areas: {
    readonly revision: number;
    readonly document: { readonly areas: readonly AreaDocument[] };
  };
  readonly prices: {
    readonly revision: number;
    readonly document: { readonly price_books: readonly PriceBookDocument[] };
  };
}

export interface PricePreview extends Omit<AreaPreview, 'route'> {
  readonly route: {
    readonly stops: readonly string[];
    readonly miles: number;
    readonly minutes: number;
  } | null;
}

export type QuotePreview = AreaPreview['quotes'][number]['before'];

/** Both documents as edited. */
export interface Draft {
  readonly areas: AreaDocuments['areas']['document'];
  readonly prices: AreaDocuments['prices']['document'];
}
