// Routes of /operator/crews, /crew-members, /vehicles, /shifts and /crew-schedule.
import { operatorActor } from '../../../http/operator-middleware.ts';
import { operatorPrefix } from '../../../http/operator-path.ts';
import type { HttpServer } from '../../../http/server.ts';
import { Problem } from '../../../lib/problem.ts';
import { crewSchedule, listCrews } from '../../dispatch/system/list-crews.ts';
import { createCrew, loadCrew, retireCrew, updateCrew } from '../../dispatch/system/manage-crews.ts';
import {
  createMember,
  listMembers,
  retireMember,
  updateMember,
} from '../../dispatch/system/manage-members.ts';
import { createShift, listShifts, removeShift, updateShift } from '../../dispatch/system/manage-shifts.ts';
import {
  createVehicle,
  listVehicles,
  retireVehicle,
  updateVehicle,
} from '../../dispatch/system/manage-vehicles.ts';
import { reportCrewPosition } from '../../dispatch/system/report-position.ts';
import { idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import * as operations from './roster-operations.ts';
import {
  presentCrew,
  presentListedCrew,
  presentMember,
  presentScheduledCrew,
  presentShift,
  presentVehicle,
} from './roster-view.ts';

export interface RosterOptions {
  readonly context: ConsoleContext;
}

const reads = { role: 'viewer' } as const;
const writes = { role: 'dispatcher' } as const;
const maxSpanMs = 31 * 86_400_000;

export async function crewRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/crews', { config: reads, schema: operations.listCrews }, async (request, reply) => {
    const { area, after: afterId, include_retired = false, limit = 100 } = request.query;
    const after = afterId === undefined ? undefined : await loadCrew(context, afterId);
    const filter = { areaSlug: area, after, includesRetired: include_retired, limit: limit + 1 };
    const found = await listCrews(context, filter);
    const crews = found.slice(0, limit);
    const last = found.length > limit ? crews.at(-1) : undefined;
    const query = new URLSearchParams({
      ...(area !== undefined && { area }),
      ...(include_retired && { include_retired: 'true' }),
      limit: String(limit),
      after: last?.id ?? '',
    });
    const next = last ? `${context.environment.publicUrl}${operatorPrefix}/crews?${query.toString()}` : null;
    return reply.send({ data: crews.map(presentListedCrew), next });
  });

  app.post('/crews', { config: writes, schema: operations.createCrew }, async (request, reply) => {
    const input = { name: request.body.name, ...partsOf(request.body) };
    return reply.code(201).send(presentCrew(await createCrew(context, operatorActor(request), input)));
  });

  app.get('/crews/:id', { config: reads, schema: operations.readCrew }, async (request, reply) =>
    reply.send(presentCrew(await loadCrew(context, idOf(request)))),
  );

  app.patch('/crews/:id', { config: writes, schema: operations.updateCrew }, async (request, reply) => {
    const { name } = request.body;
    const change = { id: idOf(request), ...(name !== undefined && { name }), ...partsOf(request.body) };
    return reply.send(presentCrew(await updateCrew(context, operatorActor(request), change)));
  });

  app.delete('/crews/:id', { config: writes, schema: operations.retireCrew }, async (request, reply) =>
    reply.send(presentCrew(await retireCrew(context, operatorActor(request), idOf(request)))),
  );

  app.post(
    '/crews/:id/position',
    { config: writes, schema: operations.locateCrew },
    async (request, reply) => {
      const [longitude, latitude] = request.body.location;
      await reportCrewPosition(context, { crewId: idOf(request), longitude, latitude });
      return reply.code(204).send(null);
    },
  );

  app.get('/crew-schedule', { config: reads, schema: operations.schedule }, async (request, reply) => {
    const { from, to, area } = request.query;
    const crews = await crewSchedule(context, { ...spanOf(from, to), areaSlug: area });
    return reply.send({ data: crews.map(presentScheduledCrew) });
  });
}

interface CrewParts {
  readonly vehicle_id?: string | null;
  readonly member_ids?: readonly string[];
  readonly home_areas?: readonly string[];
  readonly rating?: number;
  readonly auto_accept?: boolean;
}

function partsOf(body: CrewParts) {
  return {
    rating: body.rating,
    vehicleId: body.vehicle_id,
    memberIds: body.member_ids,
    homeAreas: body.home_areas,
    autoAccept: body.auto_accept,
  };
}

/** Validates a time span: `from` before `to`, at most 31 days, which bounds the number of rows read. */
function spanOf(from: string, to: string) {
  const span = { from: new Date(from), to: new Date(to) };
  const lengthMs = span.to.getTime() - span.from.getTime();
  if (lengthMs > 0 && lengthMs <= maxSpanMs) return span;
  throw Problem.of('invalid_parameter', 'to must be after from, by at most 31 days.', { param: 'to' });
}

export async function vehicleRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/vehicles', { config: reads, schema: operations.listVehicles }, async (request, reply) => {
    const { include_retired: includesRetired = false } = request.query;
    return reply.send({ data: (await listVehicles(context, { includesRetired })).map(presentVehicle) });
  });

  app.post('/vehicles', { config: writes, schema: operations.createVehicle }, async (request, reply) =>
    reply.code(201).send(presentVehicle(await createVehicle(context, operatorActor(request), request.body))),
  );

  app.patch('/vehicles/:id', { config: writes, schema: operations.updateVehicle }, async (request, reply) => {
    const change = { id: idOf(request), ...request.body };
    return reply.send(presentVehicle(await updateVehicle(context, operatorActor(request), change)));
  });

  app.delete('/vehicles/:id', { config: writes, schema: operations.retireVehicle }, async (request, reply) =>
    reply.send(presentVehicle(await retireVehicle(context, operatorActor(request), idOf(request)))),
  );
}

export async function memberRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  const path = '/crew-members';

  app.get(path, { config: reads, schema: operations.listMembers }, async (request, reply) => {
    const { include_retired: includesRetired = false } = request.query;
    return reply.send({ data: (await listMembers(context, { includesRetired })).map(presentMember) });
  });

  app.post(path, { config: writes, schema: operations.createMember }, async (request, reply) => {
    const { first_name: firstName, avatar_url: avatarUrl, phone_number: phoneNumber } = request.body;
    const member = await createMember(context, operatorActor(request), { firstName, avatarUrl, phoneNumber });
    return reply.code(201).send(presentMember(member));
  });

  app.patch(`${path}/:id`, { config: writes, schema: operations.updateMember }, async (request, reply) => {
    const { first_name: firstName, avatar_url: avatarUrl, phone_number: phoneNumber } = request.body;
    const change = {
      id: idOf(request),
      ...(firstName !== undefined && { firstName }),
      ...(avatarUrl !== undefined && { avatarUrl }),
      ...(phoneNumber !== undefined && { phoneNumber }),
    };
    return reply.send(presentMember(await updateMember(context, operatorActor(request), change)));
  });

  app.delete(`${path}/:id`, { config: writes, schema: operations.retireMember }, async (request, reply) =>
    reply.send(presentMember(await retireMember(context, operatorActor(request), idOf(request)))),
  );
}

export async function shiftRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/shifts', { config: reads, schema: operations.listShifts }, async (request, reply) => {
    const { from, to, crew_id: crewId } = request.query;
    const shifts = await listShifts(context, { ...spanOf(from, to), crewId });
    return reply.send({ data: shifts.map(presentShift) });
  });

  app.post('/shifts', { config: writes, schema: operations.createShift }, async (request, reply) => {
    const { crew_id: crewId, starts_at, ends_at } = request.body;
    const input = { crewId, startsAt: new Date(starts_at), endsAt: new Date(ends_at) };
    return reply.code(201).send(presentShift(await createShift(context, operatorActor(request), input)));
  });

  app.patch('/shifts/:id', { config: writes, schema: operations.updateShift }, async (request, reply) => {
    const { starts_at, ends_at } = request.body;
    const change = {
      id: idOf(request),
      ...(starts_at !== undefined && { startsAt: new Date(starts_at) }),
      ...(ends_at !== undefined && { endsAt: new Date(ends_at) }),
    };
    return reply.send(presentShift(await updateShift(context, operatorActor(request), change)));
  });

  app.delete('/shifts/:id', { config: writes, schema: operations.removeShift }, async (request, reply) => {
    await removeShift(context, operatorActor(request), idOf(request));
    return reply.code(204).send(null);
  });
}
