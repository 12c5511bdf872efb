// Service areas as JSON documents: parser and serializer. Omitted fields take their defaults. Errors are reported
// with their path, all at once.
import { type DocumentFault, DocumentReader, join } from '../../lib/document-reader.ts';
import type { Result } from '../../lib/result.ts';
import { PRODUCTS } from '../dispatch/product.ts';
import { readVehicleLimits, vehicleLimitsDocument } from '../dispatch/vehicle-limits.ts';
import {
  DEFAULT_PLANNING,
  type PlanningSettings,
  REPLANNING,
  type Replanning,
} from '../plan/planning-settings.ts';
import { readWeeklyHours, weeklyHoursDocument } from '../time/opening-hours.ts';
import { isTimeZone } from '../time/time-zone-offsets.ts';
import { readCoverage } from './coverage-document.ts';
import {
  type CapacityMode,
  DEFAULT_OFFER,
  DEFAULT_WINDOW_POLICY,
  type ProductOffer,
  type ServiceArea,
  type WindowPolicy,
} from './service-area.ts';

const AREA_KEYS = [
  'slug',
  'name',
  'coverage',
  'priority',
  'time_zone',
  'hours',
  'dispatch',
  'dispatch_phone_number',
  'capacity',
  'planning',
  'products',
];
const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export function parseServiceAreas(document: unknown): Result<readonly ServiceArea[], DocumentFault> {
  const reader = new DocumentReader();
  const root = reader.object(document, '', ['areas']);
  const areas = reader.list(root['areas'], 'areas', (item, path) => readArea(reader, item, path), 1);
  reader.distinct(
    areas.map((area) => area.slug),
    (index) => `areas[${index}].slug`,
  );
  return reader.finish(areas);
}

export function serviceAreasDocument(areas: readonly ServiceArea[]): { areas: object[] } {
  return {
    areas: areas.map(({ timeZone, hours, dispatchPhoneNumber, planning, products, ...area }) => ({
      ...area,
      time_zone: timeZone,
      hours: weeklyHoursDocument(hours),
      ...(dispatchPhoneNumber !== undefined && { dispatch_phone_number: dispatchPhoneNumber }),
      ...(planning && { planning: planningDocument(planning) }),
      products: Object.fromEntries(
        Object.entries(products).map(([product, offer]) => [product, offerDocument(offer)]),
      ),
    })),
  };
}

function readArea(reader: DocumentReader, value: unknown, path: string): ServiceArea {
  const fields = reader.object(value, path, AREA_KEYS);
  const { slug, name, coverage, priority = 0, time_zone: timeZone = null, dispatch = 'manual' } = fields;
  const { capacity } = fields;
  const at = (key: string) => join(path, key);
  const phoneNumber = fields['dispatch_phone_number'] ?? undefined;
  const planning = readPlanning(reader, fields['planning'], at('planning'));
  return {
    slug: reader.text(slug, at('slug'), {
      maxLength: 63,
      pattern: SLUG,
      form: 'lowercase words joined by hyphens',
    }),
    name: reader.text(name, at('name'), { maxLength: 255 }),
    coverage: readCoverage(reader, coverage, at('coverage')),
    priority: reader.number(priority, at('priority'), { min: -1_000, max: 1_000, whole: true }),
    timeZone: readTimeZone(reader, timeZone, at('time_zone')),
    hours: readWeeklyHours(reader, fields['hours'], at('hours')),
    dispatch: reader.oneOf(dispatch, at('dispatch'), ['manual', 'automatic']),
    ...(phoneNumber !== undefined && {
      dispatchPhoneNumber: reader.text(phoneNumber, at('dispatch_phone_number'), {
        maxLength: 16,
        pattern: PHONE_NUMBER,
        form: 'a phone number in E.164, such as +12125550100',
      }),
    }),
    ...(capacity !== undefined && {
      capacity: reader.oneOf<CapacityMode>(capacity, at('capacity'), ['counted', 'planned']),
    }),
    ...(planning && { planning }),
    products: readOffers(reader, fields['products'], at('products')),
  };
}

function readPlanning(reader: DocumentReader, value: unknown, path: string): PlanningSettings | undefined {
  if (value === undefined || value === null) return undefined;
  const fields = reader.object(value, path, [
    'service_level',
    'buffer_minutes',
    'learned_times',
    'replanning',
  ]);
  const standard = DEFAULT_PLANNING;
  const {
    service_level: level = standard.serviceLevel,
    buffer_minutes: buffer = standard.bufferMinutes,
    learned_times: learned = standard.usesLearnedTimes,
    replanning,
  } = fields;
  return {
    serviceLevel: reader.number(level, join(path, 'service_level'), { min: 0.5, max: 0.99 }),
    bufferMinutes: reader.number(buffer, join(path, 'buffer_minutes'), { min: 0, max: 60 }),
    usesLearnedTimes: reader.boolean(learned, join(path, 'learned_times')),
    ...(replanning !== undefined && {
      replanning: reader.oneOf<Replanning>(replanning, join(path, 'replanning'), [...REPLANNING]),
    }),
  };
}

function planningDocument({
  serviceLevel,
  bufferMinutes,
  usesLearnedTimes,
  replanning,
}: PlanningSettings): object {
  return {
    ...(replanning !== undefined && { replanning }),
    service_level: serviceLevel,
    buffer_minutes: bufferMinutes,
    learned_times: usesLearnedTimes,
  };
}

function readTimeZone(reader: DocumentReader, value: unknown, path: string): string | null {
  if (value === null) return null;
  const name = reader.text(value, path, { maxLength: 64 });
  if (typeof value === 'string' && !isTimeZone(name)) {
    reader.fail(
      path,
      `must be null or an IANA time zone such as "America/Chicago", not ${JSON.stringify(name)}`,
    );
  }
  return name;
}

function readOffers(reader: DocumentReader, value: unknown, path: string): ServiceArea['products'] {
  const fields = reader.object(value, path, PRODUCTS);
  const offered = PRODUCTS.filter((product) => fields[product] !== undefined);
  if (Object.keys(fields).length === 0)
    reader.fail(path, `must offer at least one of ${PRODUCTS.join(', ')}`);
  return Object.fromEntries(
    offered.map((product) => [product, readOffer(reader, fields[product], join(path, product))]),
  );
}

function readOffer(reader: DocumentReader, value: unknown, path: string): ProductOffer {
  const fields = reader.object(value, path, ['windows', 'capacity', 'on_demand_capacity', 'vehicle']);
  const standard = DEFAULT_OFFER;
  const {
    windows = {},
    capacity = standard.capacity,
    on_demand_capacity = standard.onDemandCapacity,
  } = fields;
  const limits = { min: 0, max: 1_000_000, whole: true };
  const vehicle = readVehicleLimits(reader, fields['vehicle'], join(path, 'vehicle'));
  return {
    windows: readPolicy(reader, windows, join(path, 'windows')),
    capacity: reader.number(capacity, join(path, 'capacity'), limits),
    onDemandCapacity: reader.number(on_demand_capacity, join(path, 'on_demand_capacity'), limits),
    ...(vehicle && { vehicle }),
  };
}

function readPolicy(reader: DocumentReader, value: unknown, path: string): WindowPolicy {
  const keys = ['length_minutes', 'every_minutes', 'lead_minutes', 'horizon_days', 'custom_max_days'];
  const fields = reader.object(value, path, keys);
  const number = (key: string, standard: number, min: number, max: number) => {
    const { [key]: given = standard } = fields;
    return reader.number(given, join(path, key), { min, max, whole: true });
  };
  return {
    lengthMinutes: number('length_minutes', DEFAULT_WINDOW_POLICY.lengthMinutes, 15, 720),
    everyMinutes: number('every_minutes', DEFAULT_WINDOW_POLICY.everyMinutes, 15, 1_440),
    leadMinutes: number('lead_minutes', DEFAULT_WINDOW_POLICY.leadMinutes, 0, 43_200),
    horizonDays: number('horizon_days', DEFAULT_WINDOW_POLICY.horizonDays, 1, 90),
    customMaxDays: number('custom_max_days', DEFAULT_WINDOW_POLICY.customMaxDays, 1, 365),
  };
}

function offerDocument({ windows, capacity, onDemandCapacity, vehicle }: ProductOffer): object {
  return {
    windows: {
      length_minutes: windows.lengthMinutes,
      every_minutes: windows.everyMinutes,
      lead_minutes: windows.leadMinutes,
      horizon_days: windows.horizonDays,
      custom_max_days: windows.customMaxDays,
    },
    capacity,
    on_demand_capacity: onDemandCapacity,
    ...(vehicle && { vehicle: vehicleLimitsDocument(vehicle) }),
  };
}
