// Erases personal data of one person, or of everybody, from a document in domain or wire format. Identifying fields are
// replaced by placeholders of the same format, free text is cleared, and exclusive locations are coarsened to the town.
import type { Location } from '../../domain/place/route.ts';
import { presentLocation } from '../locations/location-view.ts';
import { isOf, type Person } from './data-subject.ts';
import { clearedFields } from './personal-fields.ts';

export const ERASED_NAME = 'Erased';
export const ERASED_PLACE = 'Erased address';
const ERASED_EMAIL = 'erased@erased.invalid';

export interface Erasure {
  readonly whom: Person | 'everybody';
  /** The subject is the booking's customer: `customer` is erased even if its fields no longer match the subject. */
  readonly isCustomer: boolean;
  /** Lowercase names: text that contains one of them as a whole word is replaced. */
  readonly names: readonly string[];
  /** Replacements for exclusive locations of the subject, by the original location id. */
  readonly places: ReadonlyMap<string, Location>;
}

type Fields = Readonly<Record<string, unknown>>;

export function eraseFrom<T>(document: T, erasure: Erasure): T {
  return eraseValue(document, '', 0, erasure) as T;
}

function eraseValue(value: unknown, key: string, index: number, erasure: Erasure): unknown {
  if (typeof value === 'string') return isCode(key, value) ? value : eraseText(value, erasure);
  if (Array.isArray(value)) return value.map((item, place) => eraseValue(item, key, place, erasure));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  const place = typeof fields['id'] === 'string' ? erasure.places.get(fields['id']) : undefined;
  // Locations are replaced as a whole or kept as a whole: other bookings share the row.
  if ('locationType' in fields) return place ?? fields;
  if ('location_type' in fields) return place ? presentLocation(place) : fields;
  const isSubject = isSubjectAt(key, fields, erasure);
  const entries = Object.entries(fields).map(([name, item]) => [
    name,
    isSubject ? erasePersonField(name, item, index, erasure) : eraseField(name, item, fields, erasure),
  ]);
  return Object.fromEntries(entries);
}

function isSubjectAt(key: string, fields: Fields, { whom, isCustomer }: Erasure): boolean {
  if (key === 'customer' && isCustomer) return true;
  if (whom === 'everybody') return key === 'contacts';
  return isOf(whom, textOf(fields, 'phoneNumber', 'phone_number'), textOf(fields, 'email'));
}

function textOf(fields: Fields, ...names: readonly string[]): string | null {
  const value = names.map((name) => fields[name]).find((each) => typeof each === 'string');
  return typeof value === 'string' ? value : null;
}

function erasePersonField(name: string, value: unknown, index: number, erasure: Erasure): unknown {
  if (value === null) return null;
  if (name === 'name') return ERASED_NAME;
  if (name === 'email') return ERASED_EMAIL;
  if (name === 'phoneNumber' || name === 'phone_number') return erasedPhone(index);
  return eraseValue(value, name, 0, erasure);
}

/** Distinct per contact, because phone numbers are unique within a booking. */
function erasedPhone(index: number): string {
  return `+1000000000${index}`;
}

function eraseField(name: string, value: unknown, fields: Fields, erasure: Erasure): unknown {
  // Add-ons also have `description`, which is not personal. Only bookings have `hid`.
  const isOfAddon = name === 'description' && !('hid' in fields);
  if (clearedFields.has(name) && !isOfAddon) return null;
  // Reason codes have no spaces and stay; free text goes.
  if (name === 'reason' && typeof value === 'string' && value.includes(' ')) return null;
  return eraseValue(value, name, 0, erasure);
}

const timeZones = new Set(['timeZone', 'time_zone']);
const orderNumbers = new Set(['orderNumber', 'order_number']);

/** Products, states and time zones are not free text: a person may be called "Van". */
function isCode(key: string, text: string): boolean {
  return timeZones.has(key) || (/^[a-z_.]+$/.test(text) && !orderNumbers.has(key));
}

function eraseText(text: string, { whom, names }: Erasure): string {
  const lowered = text.toLowerCase();
  const addresses = whom === 'everybody' ? [] : [whom.phone, whom.email];
  const mentionsSubject =
    addresses.some((each) => each !== null && lowered.includes(each)) ||
    names.some((name) => lowered.includes(name) && wholeWord(name).test(lowered));
  return mentionsSubject ? ERASED_NAME : text;
}

/** Whole-word match: "Ted" must not match "created". */
function wholeWord(name: string): RegExp {
  const letters = name.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => `\\${sign}`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, 'u');
}

/** Reduces a location to its town: coordinates to 0.1 degree (about 11 km), no street. */
export function coarsened(location: Location): Location {
  const { locality, region } = location.address;
  return {
    id: location.id,
    name: ERASED_PLACE,
    address2: null,
    longitude: Math.round(location.longitude * 10) / 10,
    latitude: Math.round(location.latitude * 10) / 10,
    address: { locality, region },
    locationType: 'locality',
    timeZone: location.timeZone,
  };
}
