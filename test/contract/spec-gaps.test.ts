import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const rows = readFileSync(new URL('docs/spec-gaps.md', root), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[-|]+\|$/.test(line) && !line.startsWith('| item |'))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    return { item: cells[0]?.trim() ?? '', implementation: cells[2] ?? '', test: cells[3] ?? '' };
  });

const files = (cell: string) =>
  [...cell.matchAll(/`((?:src|web|test|migrations|scripts)\/[^`]+)`/g)].map(([, path = '']) => path);

describe('every documented gap of the specification', () => {
  it.each(rows)('$item names the implementation and a test', ({ implementation, test }) => {
    expect(files(implementation)).not.toEqual([]);
    expect(test.trim()).not.toBe('');
    for (const path of [...files(implementation), ...files(test)]) {
      expect(existsSync(new URL(path, root)), `${path} exists`).toBe(true);
    }
  });
});
