// What the operations on crews, vehicles, crew members and shifts have in common.
import { type TSchema, Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { Problem } from '../../../lib/problem.ts';

export type Resource = 'crew' | 'vehicle' | 'member' | 'shift';

const resources: Readonly<Record<Resource, { tag: string; noun: string; prefix: string }>> = {
  crew: { tag: 'Crews', noun: 'crew', prefix: 'crews' },
  vehicle: { tag: 'Crews', noun: 'vehicle', prefix: 'vehicles' },
  member: { tag: 'Crews', noun: 'crew member', prefix: 'members' },
  shift: { tag: 'Shifts', noun: 'shift', prefix: 'shifts' },
};

export const paramsOf = (resource: Resource) =>
  Type.Object({ id: Type.String({ description: `Id of the ${resources[resource].noun}.` }) });

export const notFound = (resource: Resource) => {
  const { noun } = resources[resource];
  return answer(ErrorSchema, `There is no such ${noun}.`, [
    problemExample('not_found', `No ${noun} has this id.`),
  ]);
};

export const engaged = answer(ErrorSchema, 'Open bookings prevent this change; the message names them.', [
  problemExample('crew_unavailable', 'The crew is engaged in 1 booking. Assign it to another crew first.', {
    param: 'id',
  }),
]);

export const create = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...prose(resource, 'create', `Create a ${resources[resource].noun}`, description),
  body: ref(body),
  responses: { 201: answer(result, `The created ${resources[resource].noun}.`) },
});

export const update = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  ...prose(resource, 'update', `Update a ${resources[resource].noun}`, description),
  params: paramsOf(resource),
  body: ref(body),
  responses: {
    200: answer(result, `The updated ${resources[resource].noun}.`),
    404: notFound(resource),
    409: engaged,
  },
});

export const retire = (resource: Resource, result: TSchema, description: string) => ({
  ...prose(resource, 'retire', `Retire a ${resources[resource].noun}`, description),
  params: paramsOf(resource),
  responses: {
    200: answer(result, `The retired ${resources[resource].noun}.`),
    404: notFound(resource),
    409: engaged,
  },
});

export function prose(resource: Resource, name: string, summary: string, description: string) {
  const { tag, prefix } = resources[resource];
  return { tag, id: `${prefix}.${name}`, summary, description };
}

export const retiredQuery = Type.Object({
  include_retired: Type.Optional(
    Type.Boolean({ description: 'Whether to include what is retired. Default: false.' }),
  ),
});

const maxSpanMs = 31 * 86_400_000;

/** Validates a time span: `from` before `to`, at most 31 days, which bounds the number of rows read. */
export function spanOf(from: string, to: string) {
  const span = { from: new Date(from), to: new Date(to) };
  const lengthMs = span.to.getTime() - span.from.getTime();
  if (lengthMs > 0 && lengthMs <= maxSpanMs) return span;
  throw Problem.of('invalid_parameter', 'to must be after from, by at most 31 days.', { param: 'to' });
}
