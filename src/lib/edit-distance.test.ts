import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  test.each([
    ['springfield', 'springfield', 0],
    ['springfeild', 'springfield', 1],
    ['sacremento', 'sacramento', 1],
    ['cincinatti', 'cincinnati', 2],
    ['tuscon', 'tucson', 1],
    ['', 'ab', 2],
    ['ab', '', 2],
  ])('from "%s" to "%s" is %i', (from, to, expected) => {
    expect(editDistance(from, to, 3)).toBe(expected);
  });

  test('stops when the limit is exceeded', () => {
    expect(editDistance('albany', 'zanesville', 2)).toBe(3);
    expect(editDistance('boston', 'dallas', 2)).toBe(3);
  });
});
