// Routes of /operator/crew-members, /vehicles and /shifts.
import { Type } from 'typebox';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, DateTime, Uuid } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
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
import type { ConsoleContext } from '../console-context.ts';
import {
  create,
  engaged,
  notFound,
  paramsOf,
  retire,
  retiredQuery,
  spanOf,
  update,
} from './roster-definitions.ts';
import * as wire from './roster-schemas.ts';
import { presentMember, presentShift, presentVehicle } from './roster-view.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Crews' });
const shiftOperation = operatorOperations<ConsoleContext>({ tag: 'Shifts' });

export const vehicleOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/vehicles',
    role: 'viewer',
    id: 'vehicles.list',
    summary: 'List vehicles',
    description: 'Returns vehicles ordered by name, at most 500.',
    query: retiredQuery,
    responses: { 200: answer(wire.VehicleListSchema, 'The vehicles.') },
    handler: async ({ context, request }) => {
      const { include_retired: includesRetired = false } = request.query;
      return { data: (await listVehicles(context, { includesRetired })).map(presentVehicle) };
    },
  }),

  operation({
    method: 'POST',
    path: '/vehicles',
    role: 'dispatcher',
    ...create(
      'vehicle',
      wire.NewVehicleSchema,
      wire.VehicleSchema,
      'Creates a vehicle. Names must be unique.',
    ),
    handler: async ({ context, request }) =>
      presentVehicle(await createVehicle(context, operatorActor(request), request.body)),
  }),

  operation({
    method: 'PATCH',
    path: '/vehicles/:id',
    role: 'dispatcher',
    ...update(
      'vehicle',
      wire.VehicleUpdateSchema,
      wire.VehicleSchema,
      'Changes the fields that are present in the request body. The type cannot be changed while a crew with ' +
        'this vehicle is engaged, because partners have been notified of it.',
    ),
    handler: async ({ context, request }) => {
      const change = { id: request.params.id, ...request.body };
      return presentVehicle(await updateVehicle(context, operatorActor(request), change));
    },
  }),

  operation({
    method: 'DELETE',
    path: '/vehicles/:id',
    role: 'dispatcher',
    ...retire(
      'vehicle',
      wire.VehicleSchema,
      'Takes a vehicle out of service. Fails with 409 while it belongs to a crew.',
    ),
    handler: async ({ context, request }) =>
      presentVehicle(await retireVehicle(context, operatorActor(request), request.params.id)),
  }),
];

const path = '/crew-members';

export const memberOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: path,
    role: 'viewer',
    id: 'members.list',
    summary: 'List crew members',
    description: 'Returns crew members ordered by name, at most 500.',
    query: retiredQuery,
    responses: { 200: answer(wire.MemberListSchema, 'The crew members.') },
    handler: async ({ context, request }) => {
      const { include_retired: includesRetired = false } = request.query;
      return { data: (await listMembers(context, { includesRetired })).map(presentMember) };
    },
  }),

  operation({
    method: 'POST',
    path: path,
    role: 'dispatcher',
    ...create(
      'member',
      wire.NewMemberSchema,
      wire.MemberSchema,
      'Creates a crew member. Add them to a crew with `PATCH /operator/crews/{id}`.',
    ),
    handler: async ({ context, request }) => {
      const { first_name: firstName, avatar_url: avatarUrl, phone_number: phoneNumber } = request.body;
      const member = await createMember(context, operatorActor(request), {
        firstName,
        avatarUrl,
        phoneNumber,
      });
      return presentMember(member);
    },
  }),

  operation({
    method: 'PATCH',
    path: `${path}/:id`,
    role: 'dispatcher',
    ...update(
      'member',
      wire.MemberUpdateSchema,
      wire.MemberSchema,
      'Changes the fields that are present in the request body. Open bookings keep showing the data from the ' +
        'time of assignment.',
    ),
    handler: async ({ context, request }) => {
      const { first_name: firstName, avatar_url: avatarUrl, phone_number: phoneNumber } = request.body;
      const change = {
        id: request.params.id,
        ...(firstName !== undefined && { firstName }),
        ...(avatarUrl !== undefined && { avatarUrl }),
        ...(phoneNumber !== undefined && { phoneNumber }),
      };
      return presentMember(await updateMember(context, operatorActor(request), change));
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    role: 'dispatcher',
    ...retire(
      'member',
      wire.MemberSchema,
      'Takes a crew member out of service and revokes their access. Fails with 409 while their crew is engaged.',
    ),
    handler: async ({ context, request }) =>
      presentMember(await retireMember(context, operatorActor(request), request.params.id)),
  }),
];

export const shiftOperations: readonly OperatorOperation<ConsoleContext>[] = [
  shiftOperation({
    method: 'GET',
    path: '/shifts',
    role: 'viewer',
    id: 'shifts.list',
    summary: 'List shifts',
    description: 'Returns shifts that overlap a time span of at most 31 days, ordered by start. At most 500.',
    query: Type.Object({
      from: DateTime({ description: 'Start of the time span, inclusive.' }),
      to: DateTime({ description: 'End of the time span, exclusive. At most 31 days after `from`.' }),
      crew_id: Type.Optional(Uuid({ description: 'Id of a crew to filter by.' })),
    }),
    responses: { 200: answer(wire.ShiftListSchema, 'The shifts.') },
    handler: async ({ context, request }) => {
      const { from, to, crew_id: crewId } = request.query;
      const shifts = await listShifts(context, { ...spanOf(from, to), crewId });
      return { data: shifts.map(presentShift) };
    },
  }),

  shiftOperation({
    method: 'POST',
    path: '/shifts',
    role: 'dispatcher',
    ...create(
      'shift',
      wire.NewShiftSchema,
      wire.ShiftSchema,
      'Creates a shift of at most 24 hours. Shifts of one crew must not overlap.',
    ),
    handler: async ({ context, request }) => {
      const { crew_id: crewId, starts_at, ends_at } = request.body;
      const input = { crewId, startsAt: new Date(starts_at), endsAt: new Date(ends_at) };
      return presentShift(await createShift(context, operatorActor(request), input));
    },
  }),

  shiftOperation({
    method: 'PATCH',
    path: '/shifts/:id',
    role: 'dispatcher',
    ...update(
      'shift',
      wire.ShiftUpdateSchema,
      wire.ShiftSchema,
      'Changes the start or end of a shift. The crew cannot be changed. Shifts of one crew must not overlap.',
    ),
    handler: async ({ context, request }) => {
      const { starts_at, ends_at } = request.body;
      const change = {
        id: request.params.id,
        ...(starts_at !== undefined && { startsAt: new Date(starts_at) }),
        ...(ends_at !== undefined && { endsAt: new Date(ends_at) }),
      };
      return presentShift(await updateShift(context, operatorActor(request), change));
    },
  }),

  shiftOperation({
    method: 'DELETE',
    path: '/shifts/:id',
    role: 'dispatcher',
    id: 'shifts.remove',
    summary: 'Delete a shift',
    description: 'Deletes a shift. Fails with 409 while the crew is engaged during the shift.',
    params: paramsOf('shift'),
    responses: {
      204: Type.Null({ description: 'The shift is deleted.' }),
      404: notFound('shift'),
      409: engaged,
    },
    handler: async ({ context, request }) => {
      await removeShift(context, operatorActor(request), request.params.id);
    },
  }),
];
