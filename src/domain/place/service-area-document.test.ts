import { describe, expect, it } from 'vitest';
import { DEFAULT_HOURS } from '../time/opening-hours.ts';
import { DEFAULT_SERVICE_AREA } from './default-service-area.ts';
import { DEFAULT_OFFER } from './service-area.ts';
import { parseServiceAreas, serviceAreasDocument } from './service-area-document.ts';

const ring = [
  [-122.6, 37.6],
  [-122.3, 37.6],
  [-122.3, 37.9],
  [-122.6, 37.6],
];
const minimal = { slug: 'bay-area', name: 'Bay Area', coverage: 'everywhere', products: { van: {} } };
const daysOff = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };

const faultsOf = (document: unknown) => {
  const result = parseServiceAreas(document);
  return result.ok ? [] : result.faults.map(({ path, message }) => `${path}: ${message}`);
};
const areaFaults = (area: object) => faultsOf({ areas: [{ ...minimal, ...area }] });

describe('importing service areas', () => {
  it('uses the defaults for omitted fields', () => {
    expect(parseServiceAreas({ areas: [minimal] })).toEqual({
      ok: true,
      value: [
        {
          slug: 'bay-area',
          name: 'Bay Area',
          coverage: 'everywhere',
          priority: 0,
          timeZone: null,
          hours: DEFAULT_HOURS,
          dispatch: 'manual',
          products: { van: DEFAULT_OFFER },
        },
      ],
    });
  });

  it('reads back an export through JSON text', () => {
    const rich = {
      ...DEFAULT_SERVICE_AREA,
      slug: 'rich',
      coverage: {
        type: 'Polygon' as const,
        coordinates: [[[0, 0] as const, [1, 0] as const, [1, 1] as const, [0, 0] as const]],
      },
      priority: 7,
      timeZone: 'America/Chicago',
      hours: {
        ...DEFAULT_HOURS,
        sunday: [],
        monday: [
          { opensMinute: 1, closesMinute: 90 },
          { opensMinute: 90, closesMinute: 1440 },
        ],
      },
      dispatch: 'automatic' as const,
      dispatchPhoneNumber: '+12125550100',
      products: {
        box: {
          windows: { lengthMinutes: 120, everyMinutes: 90, leadMinutes: 0, horizonDays: 3, customMaxDays: 5 },
          capacity: 4,
          onDemandCapacity: 0,
          vehicle: { heightFeet: 12.5, widthFeet: 8, lengthFeet: 24, weightPounds: 14_000 },
        },
      },
    };
    const text = JSON.stringify(serviceAreasDocument([DEFAULT_SERVICE_AREA, rich]));
    expect(parseServiceAreas(JSON.parse(text))).toEqual({ ok: true, value: [DEFAULT_SERVICE_AREA, rich] });
  });

  it('reads how days are planned, and refuses what a planner cannot do', () => {
    const area = { slug: 'a', name: 'A', coverage: 'everywhere', products: { van: {} } };
    const planned = (planning: unknown) => ({ areas: [{ ...area, planning }] });
    const read = parseServiceAreas(planned({ service_level: 0.95, learned_times: true, replanning: 'off' }));
    const settings = { serviceLevel: 0.95, bufferMinutes: 2, usesLearnedTimes: true, replanning: 'off' };
    expect(read).toMatchObject({ ok: true, value: [{ planning: settings }] });
    const document = read.ok ? serviceAreasDocument(read.value) : null;
    expect(parseServiceAreas(document)).toEqual(read);
    const byPlan = { areas: [{ ...area, capacity: 'planned' }] };
    const limited = parseServiceAreas(byPlan);
    expect(limited).toMatchObject({ ok: true, value: [{ capacity: 'planned' }] });
    expect(limited.ok && serviceAreasDocument(limited.value)).toMatchObject(byPlan);
    expect(faultsOf({ areas: [{ ...area, capacity: 'guessed' }] })).toEqual([
      'areas[0].capacity: must be one of counted, planned',
    ]);
    expect(
      faultsOf(planned({ service_level: 1, buffer_minutes: 61, learned_times: 'yes', replanning: 'on' })),
    ).toEqual([
      'areas[0].planning.service_level: must be between 0.5 and 0.99, not 1',
      'areas[0].planning.buffer_minutes: must be between 0 and 60, not 61',
      'areas[0].planning.learned_times: must be true or false',
      'areas[0].planning.replanning: must be one of automatic, off',
    ]);
  });

  it('reports the path of every fault at once', () => {
    const document = {
      areas: [
        { ...minimal, hours: { ...daysOff, monday: [{ opens: '8:00', closes: '20:00' }] } },
        { slug: 'Bay Area', coverage: 'everywhere', products: { truck: {} }, colour: 'red' },
        7,
      ],
    };
    expect(faultsOf(document)).toEqual([
      'areas[0].hours.monday[0].opens: must be a time of day from "00:00" to "24:00", not "8:00"',
      'areas[1].colour: is not a known key; known keys are slug, name, coverage, priority, time_zone, hours, dispatch, dispatch_phone_number, capacity, planning, products',
      'areas[1].slug: must be lowercase words joined by hyphens, not "Bay Area"',
      'areas[1].name: is missing; must be a string',
      'areas[1].products.truck: is not a known key; known keys are lite, pickup, van, xl, box',
      'areas[2]: must be an object',
    ]);
  });

  it('refuses an invalid document', () => {
    expect(faultsOf(null)).toEqual([': must be an object']);
    expect(faultsOf({})).toEqual(['areas: is missing; must be a list']);
    expect(faultsOf({ areas: [] })).toEqual(['areas: must contain at least 1 entry']);
  });

  it('refuses a ring with swapped coordinates', () => {
    const ring = [
      [40, -74],
      [40, -73],
      [41, -73],
      [40, -74],
    ];
    const swapped = 'appears to be [latitude, longitude]; a position is [longitude, latitude]';
    expect(areaFaults({ coverage: { type: 'Polygon', coordinates: [ring] } })).toEqual([
      `areas[0].coverage.coordinates[0]: ${swapped}`,
    ]);
    const right = ring.map((position) => position.toReversed());
    expect(areaFaults({ coverage: { type: 'Polygon', coordinates: [right] } })).toEqual([]);
  });

  it('refuses two areas with one slug', () => {
    expect(faultsOf({ areas: [minimal, minimal] })).toEqual(['areas[1].slug: repeats "bay-area"']);
  });

  it('refuses null for fields that may only be omitted', () => {
    expect(areaFaults({ priority: null })).toEqual(['areas[0].priority: must be a whole number']);
    expect(areaFaults({ hours: null })).toEqual(['areas[0].hours: must be an object']);
    expect(areaFaults({ products: null })).toEqual(['areas[0].products: must be an object']);
  });

  it('refuses an area without products', () => {
    expect(areaFaults({ products: {} })).toEqual([
      'areas[0].products: must offer at least one of lite, pickup, van, xl, box',
    ]);
  });

  it.each(['Mars/Olympus', '+05:00', 'nowhere'])('refuses %s as a time zone', (zone) => {
    expect(areaFaults({ time_zone: zone })).toEqual([
      `areas[0].time_zone: must be null or an IANA time zone such as "America/Chicago", not "${zone}"`,
    ]);
  });

  it('refuses window policies beyond their limits', () => {
    const windows = {
      length_minutes: 0,
      every_minutes: 1,
      lead_minutes: -1,
      horizon_days: 1.5,
      custom_max_days: 366,
    };
    expect(areaFaults({ products: { van: { windows, capacity: -1, on_demand_capacity: '1' } } })).toEqual([
      'areas[0].products.van.windows.length_minutes: must be between 15 and 720, not 0',
      'areas[0].products.van.windows.every_minutes: must be between 15 and 1440, not 1',
      'areas[0].products.van.windows.lead_minutes: must be between 0 and 43200, not -1',
      'areas[0].products.van.windows.horizon_days: must be a whole number',
      'areas[0].products.van.windows.custom_max_days: must be between 1 and 365, not 366',
      'areas[0].products.van.capacity: must be between 0 and 1000000, not -1',
      'areas[0].products.van.on_demand_capacity: must be a whole number',
    ]);
  });
});

describe('importing opening hours', () => {
  it('requires every weekday, so that a forgotten one does not become a day off', () => {
    const { sunday, ...six } = { monday: [], ...daysOff };
    expect(sunday).toEqual([]);
    expect(areaFaults({ hours: six })).toEqual([
      'areas[0].hours.sunday: is missing; must be a list, empty for a day off',
    ]);
  });

  it('refuses hours that end before they start, or overlap', () => {
    const monday = [
      { opens: '09:00', closes: '12:00' },
      { opens: '11:00', closes: '24:00' },
      { opens: '22:00', closes: '02:00' },
      { opens: '25:00' },
    ];
    expect(areaFaults({ hours: { ...daysOff, monday } })).toEqual([
      'areas[0].hours.monday[2].closes: must be later than opens; hours past midnight belong to the next day',
      'areas[0].hours.monday[3].opens: must be a time of day from "00:00" to "24:00", not "25:00"',
      'areas[0].hours.monday[3].closes: is missing; must be a string',
      'areas[0].hours.monday[1].opens: must not be before the previous entry closes',
      'areas[0].hours.monday[2].opens: must not be before the previous entry closes',
      'areas[0].hours.monday[3].opens: must not be before the previous entry closes',
    ]);
  });
});

describe('importing vehicles', () => {
  it('refuses dimensions that are missing or out of range', () => {
    const vehicle = { height_feet: 40, width_feet: 8, length_feet: 24 };
    expect(areaFaults({ products: { box: { vehicle } } })).toEqual([
      'areas[0].products.box.vehicle.height_feet: must be between 4 and 15, not 40',
      'areas[0].products.box.vehicle.weight_pounds: is missing; must be a number',
    ]);
    expect(areaFaults({ products: { box: { vehicle: null } } })).toEqual([]);
  });
});

describe('importing coverage', () => {
  it('accepts polygons with holes and several polygons', () => {
    expect(areaFaults({ coverage: { type: 'Polygon', coordinates: [ring, ring] } })).toEqual([]);
    expect(areaFaults({ coverage: { type: 'MultiPolygon', coordinates: [[ring], [ring]] } })).toEqual([]);
  });

  it('refuses other values and geometries', () => {
    const wanted = 'must be "everywhere" or a GeoJSON Polygon or MultiPolygon';
    for (const coverage of ['nowhere', null, [ring]]) {
      expect(areaFaults({ coverage })).toEqual([`areas[0].coverage: ${wanted}`]);
    }
    expect(areaFaults({ coverage: { type: 'Point', coordinates: [0, 0] } })[0]).toBe(
      'areas[0].coverage.type: must be one of Polygon, MultiPolygon',
    );
  });

  it('refuses rings that are open, too short or out of range', () => {
    const coverage = (...rings: unknown[]) =>
      areaFaults({ coverage: { type: 'Polygon', coordinates: rings } });
    expect(coverage(ring.slice(0, 3))).toEqual([
      'areas[0].coverage.coordinates[0]: must contain at least 4 entries',
      'areas[0].coverage.coordinates[0]: must be closed: its last position must repeat the first',
    ]);
    expect(coverage(ring, [[200, 0], [0, 91], [0], [200, 0]])).toEqual([
      'areas[0].coverage.coordinates[1][0][0]: must be between -180 and 180, not 200',
      'areas[0].coverage.coordinates[1][1][1]: must be between -90 and 90, not 91',
      'areas[0].coverage.coordinates[1][2]: must be a position: [longitude, latitude]',
      'areas[0].coverage.coordinates[1][3][0]: must be between -180 and 180, not 200',
    ]);
    for (const last of [
      [-122.6, 37.5],
      [-122.5, 37.6],
    ]) {
      expect(coverage([...ring.slice(0, 3), last])).toEqual([
        'areas[0].coverage.coordinates[0]: must be closed: its last position must repeat the first',
      ]);
    }
    expect(coverage()).toEqual(['areas[0].coverage.coordinates: must contain at least 1 entry']);
  });
});
