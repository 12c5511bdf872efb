// Dispatch use cases on the database of a test app.
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import type { VehicleType } from '../../src/domain/dispatch/product.ts';
import { DEFAULT_PRICE_BOOK } from '../../src/domain/money/default-price-book.ts';
import { priceBooksDocument } from '../../src/domain/money/price-book-document.ts';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import type { ServiceArea } from '../../src/domain/place/service-area.ts';
import { serviceAreasDocument } from '../../src/domain/place/service-area-document.ts';
import { importDocument } from '../../src/features/areas/system/manage-areas.ts';
import type { CrewRecord } from '../../src/features/dispatch/system/crew-store.ts';
import type { DispatchContext } from '../../src/features/dispatch/system/dispatch-context.ts';
import { type CrewInput, createCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import { createMember } from '../../src/features/dispatch/system/manage-members.ts';
import { createShift } from '../../src/features/dispatch/system/manage-shifts.ts';
import { createVehicle } from '../../src/features/dispatch/system/manage-vehicles.ts';
import type { Actor } from '../../src/lib/actor.ts';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';
import { idsFromClock } from './clock.ts';

export const dana: Actor = { kind: 'operator', id: 'dana', requestId: 'test-1' };

export interface TestCrewInput extends Partial<CrewInput> {
  readonly vehicle?: VehicleType;
  readonly people?: readonly string[];
  /** Private number of the lead. */
  readonly phoneNumber?: string;
  /** Shift in hours from now; default: from an hour ago for half a day. */
  readonly shift?: readonly [from: number, to: number] | null;
}

export interface DispatchFixture {
  readonly context: DispatchContext;
  /** Creates a crew with vehicle, members and a shift. */
  crew(name: string, input?: TestCrewInput): Promise<CrewRecord>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

export function openDispatchFixture(
  test: Pick<TestApp, 'connection' | 'environment' | 'system'>,
  {
    clock = systemClock,
    maskedNumbers = [],
    connections = 2,
  }: { clock?: Clock; maskedNumbers?: string[]; connections?: number } = {},
): DispatchFixture {
  const [environment] = readConfig({ ENVIRONMENT: test.environment }).environments;
  if (!environment) throw new Error('no environment');
  const pool = createPool(test.connection, { role: 'waybill_app', max: connections, onError: () => {} });
  const log = pino({ level: 'silent' });
  const { system } = test;
  const context = {
    db: createDatabase(pool),
    system,
    clock,
    ids: idsFromClock(clock),
    environment,
    maskedNumbers,
    log,
  };
  return {
    context,
    crew: (name, input) => completeCrew(context, name, input),
    close: () => pool.end(),
  };
}

async function completeCrew(
  context: DispatchContext,
  name: string,
  { vehicle = 'van', people = ['Ana', 'Bo'], phoneNumber, shift = [-1, 12], ...input }: TestCrewInput = {},
): Promise<CrewRecord> {
  const { id: vehicleId } = await createVehicle(context, dana, { type: vehicle, name: `Truck of ${name}` });
  const memberIds: string[] = [];
  for (const [nth, firstName] of people.entries()) {
    const number = nth === 0 ? phoneNumber : undefined;
    memberIds.push((await createMember(context, dana, { firstName, phoneNumber: number ?? null })).id);
  }
  const crew = await createCrew(context, dana, { name, vehicleId, memberIds, ...input });
  if (shift) {
    const at = (hours: number) => new Date(context.clock.now().getTime() + hours * HOUR_MS);
    await createShift(context, dana, { crewId: crew.id, startsAt: at(shift[0]), endsAt: at(shift[1]) });
  }
  return crew;
}

/** Switches the default area to automatic dispatch. */
export function dispatchAutomatically(test: Pick<TestApp, 'system' | 'environment'>): Promise<void> {
  return changeArea(test, { dispatch: 'automatic' });
}

/** Replaces the areas by the default area with these changes, and others with the same prices. */
export async function changeArea(
  test: Pick<TestApp, 'system' | 'environment'>,
  change: Partial<ServiceArea>,
  others: readonly ServiceArea[] = [],
): Promise<void> {
  const admin = { ...test, clock: systemClock, ids: randomIds };
  const actor = { kind: 'command', id: 'test', requestId: 'test' } as const;
  const save = async (kind: 'areas' | 'prices', document: object) => {
    const { faults } = await importDocument(admin, kind, document, actor);
    if (faults.length > 0) throw new Error(`the ${kind} are not valid: ${JSON.stringify(faults)}`);
  };
  await save('areas', serviceAreasDocument([{ ...DEFAULT_SERVICE_AREA, ...change }, ...others]));
  const books = others.map(({ slug: areaSlug }) => ({ ...DEFAULT_PRICE_BOOK, areaSlug }));
  if (books.length > 0) await save('prices', priceBooksDocument([DEFAULT_PRICE_BOOK, ...books]));
}
