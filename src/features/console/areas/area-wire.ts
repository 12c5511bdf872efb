// Wire types of /operator/area-documents. The documents have the format of `waybill areas` and `waybill prices`.

export type DocumentKind = 'areas' | 'prices';

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

export interface OfferDocument {
  readonly windows: Readonly<Record<string, number>>;
  readonly capacity: number;
  readonly on_demand_capacity: number;
}

export interface PriceBookDocument {
  readonly area: string;
  readonly products: Readonly<Record<string, PricesDocument>>;
  readonly addons: readonly AddonDocument[];
}

export interface PricesDocument {
  readonly fare_structure: Readonly<Record<string, number>>;
  readonly labor: Readonly<Record<string, number | string>>;
  readonly bills_all_stops: boolean;
  readonly max_route_miles: number;
}

export interface AddonDocument {
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

export interface RevisionView {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly by: string;
  readonly at: string;
}

export interface PricePreview {
  readonly faults: { readonly document: DocumentKind; readonly path: string; readonly message: string }[];
  readonly unpriced: { readonly area: string; readonly product: string }[];
  readonly route: {
    readonly stops: string[];
    readonly miles: number;
    readonly minutes: number;
  } | null;
  /** Price of the example route per product, before and after the change. */
  readonly quotes: {
    readonly product: string;
    readonly before: QuotePreview;
    readonly after: QuotePreview;
  }[];
}

/** Estimate range in cents, or the reason why there is no price. */
export type QuotePreview =
  | { readonly low: number; readonly high: number; readonly refusal: null }
  | { readonly low: null; readonly high: null; readonly refusal: string };
