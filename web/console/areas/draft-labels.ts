// Names and values of the area and price documents as the form shows them, for lists of changes and of errors. A path
// that the form does not show keeps its own notation.

import type { DocumentKind, Draft } from './area-documents.ts';
import { formatDayHours } from './day-time.ts';
import { keysOf } from './draft.ts';

/** Columns of the table of prices. */
export const RATE_COLUMNS = [
  { key: 'fare_structure.base', label: 'Base fare', isMoney: true },
  { key: 'fare_structure.per_mile', label: 'Per mile', isMoney: true },
  { key: 'fare_structure.included_miles', label: 'Included miles' },
  { key: 'fare_structure.per_minute_travel', label: 'Per minute driven', isMoney: true },
  { key: 'fare_structure.per_minute_labor', label: 'Per minute worked', isMoney: true },
  { key: 'fare_structure.per_stop', label: 'Per additional stop', isMoney: true },
  { key: 'max_route_miles', label: 'Maximum route (miles)' },
] as const;

/** Columns of the table of products. */
export const OFFER_COLUMNS = [
  { key: 'capacity', label: 'Bookings per hour' },
  { key: 'on_demand_capacity', label: 'On-demand bookings at a time' },
  { key: 'windows.length_minutes', label: 'Window length (min)' },
  { key: 'windows.every_minutes', label: 'Window interval (min)' },
  { key: 'windows.lead_minutes', label: 'Lead time (min)' },
  { key: 'windows.horizon_days', label: 'Bookable days ahead' },
  { key: 'windows.custom_max_days', label: 'Custom windows, days ahead' },
] as const;

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  slug: 'Slug',
  area: 'Slug of the area',
  priority: 'Priority',
  time_zone: 'Time zone',
  dispatch: 'Dispatch mode',
  dispatch_phone_number: 'Dispatch phone number',
  coverage: 'Coverage',
  labor: 'Service time',
  'labor.kind': 'Billing of service time',
  'labor.minutes_per_stop': 'Minutes per stop',
  'labor.low_minutes_per_stop': 'Minimum minutes',
  'labor.high_minutes_per_stop': 'Maximum minutes',
  bills_all_stops: 'Bill every stop',
  amount_cents: 'Price',
  description: 'Description',
  products: 'Products',
  ...Object.fromEntries([...RATE_COLUMNS, ...OFFER_COLUMNS].map(({ key, label }) => [key, label])),
};

/** Fields of an area that are called like one of its products. */
const areaFieldNames: Readonly<Record<string, string>> = { capacity: 'Capacity' };

const moneyKeys: ReadonlySet<string> = new Set([
  'amount_cents',
  ...RATE_COLUMNS.flatMap((column) => ('isMoney' in column ? [column.key] : [])),
]);

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
});
/** Rates may be fractions of a cent, unlike the amounts that people pay. */
export const formatCents = (cents: number) => dollars.format(cents / 100);

/** A value of a document: where it is, what it is, and how it is written. */
export interface DraftLabel {
  /** Name of the area. */
  readonly area: string;
  /** Product or add-on, and field: "van: Base fare". */
  readonly field: string;
  readonly isMoney: boolean;
  readonly format: (value: unknown) => string;
}

export function labelOf(kind: DocumentKind, path: string, draft: Draft): DraftLabel {
  const [list, index, ...keys] = keysOf(path);
  const area = areaName(kind, Number(index), draft);
  if (list !== (kind === 'areas' ? 'areas' : 'price_books') || keys.length === 0)
    return { area, field: kind === 'areas' ? 'Area' : 'Price book', isMoney: false, format: formatPlain };
  const [section, name] = keys;
  if (section === 'hours')
    return { area, field: `Opening hours, ${capitalized(name)}`, isMoney: false, format: formatHours };
  const isProduct = section === 'products' && typeof name === 'string';
  const isAddon = section === 'addons' && typeof name === 'number';
  const key = (isProduct || isAddon ? keys.slice(2) : keys).join('.');
  const label = (isProduct || isAddon ? undefined : areaFieldNames[key]) ?? fieldNames[key] ?? key;
  const owner = isProduct ? name : isAddon ? addonName(draft, Number(index), name) : null;
  const field = owner === null ? label : key === '' ? owner : `${owner}: ${label}`;
  const isMoney = moneyKeys.has(key);
  return { area, field, isMoney, format: isMoney ? formatMoney : formatPlain };
}

function areaName(kind: DocumentKind, index: number, { areas, prices }: Draft): string {
  const slug = kind === 'areas' ? null : prices.price_books[index]?.area;
  const area = areas.areas.find((each, position) =>
    slug === null ? position === index : each.slug === slug,
  );
  return area?.name ?? slug ?? 'Removed area';
}

function addonName({ prices }: Draft, book: number, index: number): string {
  return prices.price_books[book]?.addons[index]?.name ?? 'Add-on';
}

function capitalized(text: unknown): string {
  const word = String(text);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const formatMoney = (value: unknown) => (typeof value === 'number' ? formatCents(value) : formatPlain(value));

function formatHours(value: unknown): string {
  const spans = (value ?? []) as readonly { readonly opens: string; readonly closes: string }[];
  if (spans.length === 0) return 'closed';
  return spans.map(({ opens, closes }) => formatDayHours(opens, closes)).join(', ');
}

function formatPlain(value: unknown): string {
  if (value === undefined) return 'none';
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'object' ? 'set' : String(value);
}
