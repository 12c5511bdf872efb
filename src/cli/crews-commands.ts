// waybill crews list | create | retire | shifts list | shifts add. Access commands are in crew-access-commands.ts.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { VEHICLE_TYPES, type VehicleType } from '../domain/dispatch/product.ts';
import { type CrewRecord, findCrewNamed } from '../features/dispatch/system/crew-store.ts';
import { listCrews } from '../features/dispatch/system/list-crews.ts';
import { createCrew, loadCrew, retireCrew } from '../features/dispatch/system/manage-crews.ts';
import { createMember } from '../features/dispatch/system/manage-members.ts';
import { createShift, listShifts } from '../features/dispatch/system/manage-shifts.ts';
import { createVehicle } from '../features/dispatch/system/manage-vehicles.ts';
import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/ids.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseName, parseTime } from './arguments.ts';
import { addCrewAccessCommands } from './crew-access-commands.ts';
import { printFields, printJson, printTable } from './print.ts';

export function addCrewCommands(program: Command): void {
  const crews = program.command('crews').description('Manage crews, vehicles, crew members and shifts');
  const command = (parent: Command, name: string, description: string) =>
    parent.command(name).description(description).addOption(environmentOption()).addOption(jsonOption());

  command(crews, 'list', 'List crews with their shift and current booking')
    .option('--all', 'include retired crews', false)
    .action(list);
  command(crews, 'create', 'Create a crew with a new vehicle and new crew members')
    .requiredOption('--name <text>', 'name of the crew', parseName)
    .addOption(new Option('--vehicle <type>', 'vehicle type').choices(VEHICLE_TYPES).makeOptionMandatory())
    .option('--plate <text>', 'license plate', parseName)
    .requiredOption('--member <name[,phone]>', 'crew member, the lead first; repeatable', collectMember)
    .option('--area <slug>', 'service area it works in; repeatable; default: all', collectText)
    .option('--rating <number>', 'average rating, 0 to 5', parseRating)
    .option('--auto-accept', 'accept offers automatically', false)
    .action(create);
  command(crews, 'retire', 'Retire a crew; its vehicle and members can join other crews')
    .argument('<crew>', 'crew id or name')
    .action(retire);
  addCrewAccessCommands(crews);
  const shifts = crews.command('shifts').description('Manage the shifts of crews');
  command(shifts, 'list', 'List current and future shifts')
    .option('--crew <crew>', 'filter by crew id or name')
    .action(listShiftsOf);
  command(shifts, 'add', 'Add a shift to a crew')
    .argument('<crew>', 'crew id or name')
    .requiredOption('--from <time>', 'start, such as 2030-01-31T09:00:00-05:00', parseTime)
    .requiredOption('--to <time>', 'end, at most 24 hours after the start', parseTime)
    .action(addShift);
}

interface NewMember {
  readonly firstName: string;
  readonly phoneNumber: string | null;
}

interface CreateOptions extends AdminOptions {
  readonly name: string;
  readonly vehicle: VehicleType;
  readonly plate?: string;
  readonly member: readonly NewMember[];
  readonly area?: readonly string[];
  readonly rating?: number;
  readonly autoAccept: boolean;
}

async function list({ environment, json, all }: AdminOptions & { readonly all: boolean }): Promise<void> {
  const crews = await withAdmin(environment, (admin) =>
    listCrews(admin, { includesRetired: all, limit: 1_000 }),
  );
  if (json)
    return printJson(
      crews.map((crew) => ({
        ...toJson(crew),
        shift: crew.shift && {
          starts_at: new Date(crew.shift.startsMs),
          ends_at: new Date(crew.shift.endsMs),
        },
        booking_id: crew.engagement?.bookingId ?? null,
      })),
    );
  printTable(
    ['NAME', 'VEHICLE', 'PEOPLE', 'AREAS', 'SHIFT', 'BOOKING', 'ID'],
    crews.map((crew) => [
      crew.retiredAt ? `${crew.name} (retired)` : crew.name,
      crew.vehicle?.type ?? '-',
      crew.members.map(({ firstName }) => firstName).join(', ') || '-',
      crew.homeAreas.join(', ') || 'all',
      crew.shift ? span(new Date(crew.shift.startsMs), new Date(crew.shift.endsMs)) : '-',
      crew.engagement?.hid ?? '-',
      crew.id,
    ]),
  );
}

async function create({ environment, json, ...input }: CreateOptions): Promise<void> {
  const crew = await withAdmin(environment, (admin, actor) =>
    // One transaction: if the crew is refused, no vehicle or member is left behind.
    admin.system.transaction().execute((system) => createCrewWithVehicle({ ...admin, system }, actor, input)),
  );
  if (json) return printJson(toJson(crew));
  printFields({
    crew: crew.name,
    id: crew.id,
    note: 'add a shift to make it available: waybill crews shifts add',
  });
}

async function createCrewWithVehicle(
  admin: AdminSession,
  actor: Actor,
  { name, vehicle: type, plate, member, area, rating, autoAccept }: Omit<CreateOptions, keyof AdminOptions>,
): Promise<CrewRecord> {
  const vehicle = await createVehicle(admin, actor, { type, name, plate });
  const memberIds: string[] = [];
  for (const person of member) memberIds.push((await createMember(admin, actor, person)).id);
  return createCrew(admin, actor, {
    name,
    vehicleId: vehicle.id,
    memberIds,
    homeAreas: area,
    rating,
    autoAccept,
  });
}

async function retire(crew: string, { environment, json }: AdminOptions): Promise<void> {
  const after = await withAdmin(environment, async (admin, actor) =>
    retireCrew(admin, actor, (await findCrew(admin, crew)).id),
  );
  if (json) return printJson(toJson(after));
  console.log(`${after.name} is retired.`);
}

async function listShiftsOf({
  environment,
  json,
  crew,
}: AdminOptions & { readonly crew?: string }): Promise<void> {
  const { shifts, names } = await withAdmin(environment, async (admin) => {
    const from = admin.clock.now();
    const crewId = crew === undefined ? undefined : (await findCrew(admin, crew)).id;
    const crews = await listCrews(admin, { limit: 1_000 });
    return {
      shifts: await listShifts(admin, { crewId, from, to: new Date(from.getTime() + 366 * 86_400_000) }),
      names: new Map(crews.map(({ id, name }) => [id, name])),
    };
  });
  if (json)
    return printJson(
      shifts.map(({ id, crewId, startsAt, endsAt }) => ({
        id,
        crew_id: crewId,
        starts_at: startsAt,
        ends_at: endsAt,
      })),
    );
  printTable(
    ['CREW', 'SHIFT', 'ID'],
    shifts.map(({ id, crewId, startsAt, endsAt }) => [
      names.get(crewId) ?? crewId,
      span(startsAt, endsAt),
      id,
    ]),
  );
}

interface ShiftOptions extends AdminOptions {
  readonly from: Date;
  readonly to: Date;
}

async function addShift(crew: string, { from, to, environment, json }: ShiftOptions): Promise<void> {
  const shift = await withAdmin(environment, async (admin, actor) => {
    const { id: crewId } = await findCrew(admin, crew);
    return createShift(admin, actor, { crewId, startsAt: from, endsAt: to });
  });
  if (json)
    return printJson({
      id: shift.id,
      crew_id: shift.crewId,
      starts_at: shift.startsAt,
      ends_at: shift.endsAt,
    });
  printFields({ shift: shift.id, crew, time: span(shift.startsAt, shift.endsAt) });
}

async function findCrew(admin: Pick<AdminSession, 'system'>, idOrName: string): Promise<CrewRecord> {
  const named = isUuid(idOrName) ? undefined : await findCrewNamed(admin.system, idOrName);
  return named ?? loadCrew(admin, idOrName);
}

/** Leaves out the private phone numbers of crew members. */
function toJson({ id, name, vehicle, members, homeAreas, rating, autoAccept, retiredAt }: CrewRecord) {
  return {
    id,
    name,
    vehicle,
    members: members.map(({ id: memberId, firstName }) => ({ id: memberId, first_name: firstName })),
    home_areas: homeAreas,
    rating,
    auto_accept: autoAccept,
    retired_at: retiredAt,
  };
}

function span(from: Date, to: Date): string {
  return `${from.toISOString()} – ${to.toISOString()}`;
}

function collectMember(text: string, before: readonly NewMember[] = []): NewMember[] {
  const [firstName = '', phoneNumber = null, ...more] = text.split(',').map((part) => part.trim());
  if (firstName === '' || more.length > 0 || (phoneNumber !== null && !/^\+[1-9]\d{6,14}$/.test(phoneNumber)))
    throw new InvalidArgumentError(
      'Enter a first name, or a first name and a phone number in E.164: Ana,+13125550142',
    );
  return [...before, { firstName, phoneNumber }];
}

function collectText(text: string, before: readonly string[] = []): string[] {
  return [...before, parseName(text)];
}

function parseRating(text: string): number {
  const rating = Number(text);
  if (!/^\d(\.\d+)?$/.test(text) || rating > 5) throw new InvalidArgumentError('Enter a number from 0 to 5.');
  return rating;
}
