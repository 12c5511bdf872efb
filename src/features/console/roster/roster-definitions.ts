// What the operations on crews, vehicles, crew members and shifts have in common.
import { type TSchema, Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { Problem } from '../../../lib/problem.ts';

export type Resource = 'crew' | 'vehicle' | 'member' | 'shift';

const nouns: Readonly<Record<Resource, string>> = {
  crew: 'crew',
  vehicle: 'vehicle',
  member: 'crew member',
  shift: 'shift',
};

export const paramsOf = (resource: Resource) => idParams(nouns[resource]);

export const notFound = (resource: Resource) => noSuch(nouns[resource]);

export const engaged = answer(ErrorSchema, 'Open bookings prevent this change; the message names them.', [
  problemExample('crew_unavailable', 'The crew is engaged in booking 4MH8Z6YG. Reassign first.', {
    param: 'id',
  }),
]);

export const create = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  id: `${resource}s.create`,
  summary: `Create a ${nouns[resource]}`,
  description,
  body: ref(body),
  responses: { 201: answer(result, `The created ${nouns[resource]}.`) },
});

export const update = <Body extends TSchema, Answer extends TSchema>(
  resource: Resource,
  body: Body,
  result: Answer,
  description: string,
) => ({
  id: `${resource}s.update`,
  summary: `Update a ${nouns[resource]}`,
  description,
  params: paramsOf(resource),
  body: ref(body),
  responses: {
    200: answer(result, `The updated ${nouns[resource]}.`),
    404: notFound(resource),
    409: engaged,
  },
});

export const retire = (resource: Resource, result: TSchema, description: string) => ({
  id: `${resource}s.retire`,
  summary: `Retire a ${nouns[resource]}`,
  description,
  params: paramsOf(resource),
  responses: {
    200: answer(result, `The retired ${nouns[resource]}.`),
    404: notFound(resource),
    409: engaged,
  },
});

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
