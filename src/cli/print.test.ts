import { afterEach, expect, it, vi } from 'vitest';
import { printFields, printTable } from './print.ts';

afterEach(() => vi.restoreAllMocks());

it('names of partners cannot clear the terminal or forge lines', () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const name = 'x\u001b[2J\n2030-01-15 operator.created';
  printTable(['NAME'], [[name]]);
  printFields({ name });
  expect(lines).toEqual([
    'NAME',
    'x\\u{1b}[2J\\u{a}2030-01-15 operator.created',
    'name  x\\u{1b}[2J\\u{a}2030-01-15 operator.created',
  ]);
});
