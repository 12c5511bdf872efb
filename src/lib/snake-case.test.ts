import { expect, expectTypeOf, it } from 'vitest';
import { camelCase, type SnakeCased, snakeCase } from './snake-case.ts';

it('converts names in both directions, in values and in types', () => {
  for (const [camel, snake] of [
    ['floor', 'floor'],
    ['address2', 'address2'],
    ['doorCode', 'door_code'],
    ['isAtTheDoor', 'is_at_the_door'],
  ] as const) {
    expect(snakeCase(camel)).toBe(snake);
    expect(camelCase(snake)).toBe(camel);
  }
  expectTypeOf(snakeCase('doorCode')).toEqualTypeOf<'door_code'>();
  expectTypeOf<SnakeCased<{ address2: string; doorCode: number }>>().toEqualTypeOf<{
    readonly address2: string;
    readonly door_code: number;
  }>();
});
