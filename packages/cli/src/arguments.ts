// Parsers for command-line arguments. They run before any request is sent.
import type { BatchQuoteInput, LocationParam, Product, WaybillEvent } from '@waybill/sdk';
import { InvalidArgumentError, Option } from 'commander';

const products: readonly Product[] = ['lite', 'pickup', 'van', 'xl', 'box'];

export type EventType = WaybillEvent['type'];

// A record, so that the compiler reports a missing event type.
const knownTypes: Readonly<Record<EventType, true>> = {
  'booking.created': true,
  'booking.updated': true,
  'booking.dispatched': true,
  'booking.crew_changed': true,
  'booking.stop.departed': true,
  'booking.stop.arrived': true,
  'booking.stop.completed': true,
  'booking.stop.failed': true,
  'booking.completed': true,
  'booking.cancelled': true,
  'booking.fare_updated': true,
  'crew.location_updated': true,
  'webhook_endpoint.failing': true,
  'webhook_endpoint.disabled': true,
  'webhook.test': true,
};

export const eventTypes = Object.keys(knownTypes) as EventType[];

/** Types that appear in the event feed. */
export type FeedType = Exclude<EventType, 'webhook.test'>;

export function parseEventTypes(text: string): FeedType[] {
  return text.split(',').map((word) => {
    const type = eventTypes.find((each) => each === word.trim());
    if (type === undefined || type === 'webhook.test')
      throw new InvalidArgumentError(`Choose from ${eventTypes.slice(0, -1).join(', ')}.`);
    return type;
  });
}

/** Collector for a repeatable option: an address, `longitude,latitude`, or a location id. */
export function collectStop(text: string, before: LocationParam[] = []): LocationParam[] {
  const [, longitude, latitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const point = longitude !== undefined && latitude !== undefined;
  return [...before, point ? [Number(longitude), Number(latitude)] : text];
}

type Item = NonNullable<BatchQuoteInput['items']>[number];

export function collectItem(text: string, before: Item[] = []): Item[] {
  const numbers = /^([\d.]+)x([\d.]+)x([\d.]+)@([\d.]+)$/.exec(text)?.slice(1).map(Number);
  const [width, height, length, weight] = numbers ?? [];
  if (!width || !height || !length || !weight)
    throw new InvalidArgumentError('Enter inches and pounds, such as 38x36x84@120.');
  return [...before, { dimensions: [width, height, length], weight }];
}

const unitMillis: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses an ISO 8601 time, or a delay from now such as 90m, 24h or 3d. */
export function parseWhen(text: string): string {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(Date.now() + Number(count) * (unitMillis[unit] ?? 0)).toISOString();
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError(
      'Enter a time such as 2030-01-31T09:00:00-05:00, or a delay from now such as 90m, 24h or 3d.',
    );
  return text;
}

export function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Enter a whole number.');
  return Number(text);
}

export function collectMetadata(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Enter name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

export function parseBaseUrl(text: string): string {
  return parseHttpUrl(text, 'https://sandbox.example.com');
}

export function parseForwardUrl(text: string): string {
  return parseHttpUrl(text, 'http://127.0.0.1:4000/webhooks');
}

function parseHttpUrl(text: string, example: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError(`Enter a URL such as ${example}.`);
  return text;
}

export const productOption = () =>
  new Option('--product <product>', 'product (vehicle class)').choices(products);
export const jsonOption = () => new Option('--json', 'print JSON');
export const profileOption = () =>
  new Option('--profile <name>', 'profile to use').default('default', 'default');
