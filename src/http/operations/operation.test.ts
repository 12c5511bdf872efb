// Compile-time tests: a handler must return what the response schema of its operation says. Checked by `npm run check`.
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { jsonText } from './operation.ts';
import { operatorOperations } from './operator-operation.ts';

const operation = operatorOperations<{ readonly names: readonly string[] }>({ tag: 'Names' });
const shape = {
  method: 'GET',
  path: '/names/:id',
  id: 'names.get',
  summary: '',
  description: '',
} as const;
const params = Type.Object({ id: Type.String() });
const responses = { 200: Type.Object({ names: Type.Array(Type.String()) }) };

test('the compiler accepts the view of the schema and JSON text, and types the request', () => {
  const operations = [
    operation({ ...shape, responses, handler: async ({ context }) => ({ names: context.names }) }),
    operation({
      ...shape,
      params,
      responses,
      handler: async ({ request }) => ({ names: [request.params.id] }),
    }),
    operation({ ...shape, responses, handler: async () => jsonText('{"names":[]}') }),
    operation({ ...shape, responses: { 204: Type.Null() }, handler: async () => {} }),
    // @ts-expect-error a field has another type
    operation({ ...shape, responses, handler: async () => ({ names: [1] }) }),
    // @ts-expect-error a required field is missing
    operation({ ...shape, responses, handler: async () => ({}) }),
    // @ts-expect-error nothing is returned, but the response has a body
    operation({ ...shape, responses, handler: async () => {} }),
    operation({
      ...shape,
      params,
      responses,
      // @ts-expect-error the path has no such parameter
      handler: async ({ request }) => ({ names: [request.params.hid] }),
    }),
  ];
  expect(operations).toHaveLength(8);
});
