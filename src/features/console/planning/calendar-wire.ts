// Wire types of /operator/calendar and /operator/capacity-overrides.
import type { OverrideKind } from '../../../domain/capacity-override.ts';
import type { Product } from '../../../domain/product.ts';

export interface CalendarHourView {
  readonly start_at: string;
  readonly day: string;
  readonly hour: number;
  readonly reserved: number;
  readonly capacity: number;
  readonly usual_capacity: number;
  readonly closed: boolean;
  readonly override_id: string | null;
}

export interface CalendarView {
  readonly area: { readonly slug: string; readonly name: string };
  readonly time_zone: string;
  readonly time_zones: string[];
  readonly first_day: string;
  readonly last_day: string;
  readonly today: string;
  readonly products: { readonly product: Product; readonly hours: CalendarHourView[] }[];
  readonly overrides: OverrideView[];
}

export interface OverrideView {
  readonly id: string;
  readonly area: string;
  readonly product: Product | null;
  readonly kind: OverrideKind;
  readonly first_day: string;
  readonly last_day: string;
  readonly from: string;
  readonly to: string;
  readonly capacity: number | null;
  readonly reason: string | null;
  readonly created_by: string;
  readonly created_at: string;
}

/** An hour with more reservations than capacity. */
export interface OverbookedView {
  readonly product: Product;
  readonly time_zone: string;
  readonly start_at: string;
  readonly reserved: number;
  readonly capacity: number;
}

export interface NewOverrideView {
  readonly area: string;
  readonly kind: OverrideKind;
  readonly product?: Product | null;
  readonly first_day: string;
  readonly last_day?: string;
  readonly from?: string;
  readonly to?: string;
  readonly capacity?: number | null;
  readonly reason?: string | null;
}

export interface CreatedOverrideView {
  readonly override: OverrideView;
  readonly overbooked: OverbookedView[];
}
