import { describe, expect, it } from 'vitest';
import { DocumentReader } from './document-reader.ts';

describe('DocumentReader', () => {
  it('reports every fault with its path', () => {
    const reader = new DocumentReader();
    const root = reader.object({ name: '', size: 'big', colour: 'red', tags: [1, 'a'] }, '', [
      'name',
      'size',
      'tags',
    ]);
    reader.text(root['name'], 'name', { maxLength: 10 });
    reader.number(root['size'], 'size', { min: 0, max: 5 });
    reader.list(root['tags'], 'tags', (item, path) => reader.text(item, path, { maxLength: 10 }), 3);
    reader.boolean(root['open'], 'open');

    expect(reader.finish(root)).toEqual({
      ok: false,
      faults: [
        { path: 'colour', message: 'is not a known key; known keys are name, size, tags' },
        { path: 'name', message: 'must be 1 to 10 characters long' },
        { path: 'size', message: 'must be a number' },
        { path: 'tags', message: 'must contain at least 3 entries' },
        { path: 'tags[0]', message: 'must be a string' },
        { path: 'open', message: 'is missing; must be true or false' },
      ],
    });
  });

  it('reports what a value must be', () => {
    const reader = new DocumentReader();
    reader.number(1.5, 'count', { min: 0, max: 5, whole: true });
    reader.number(9, 'count', { min: 0, max: 5, whole: true });
    reader.number(Number.NaN, 'count', { min: 0, max: 5 });
    reader.text('A B', 'slug', { maxLength: 10, pattern: /^[a-z]+$/, form: 'lower case' });
    reader.oneOf('blue', 'colour', ['red', 'green']);
    reader.object([], 'box', []);
    reader.list({}, 'list', (item) => item);
    reader.distinct(['a', 'b', 'a'], (index) => `slugs[${index}]`);

    expect(reader.finish(null)).toEqual({
      ok: false,
      faults: [
        { path: 'count', message: 'must be a whole number' },
        { path: 'count', message: 'must be between 0 and 5, not 9' },
        { path: 'count', message: 'must be a number' },
        { path: 'slug', message: 'must be lower case, not "A B"' },
        { path: 'colour', message: 'must be one of red, green' },
        { path: 'box', message: 'must be an object' },
        { path: 'list', message: 'must be a list' },
        { path: 'slugs[2]', message: 'repeats "a"' },
      ],
    });
  });

  it('does not report missing keys below a value that is not an object', () => {
    const reader = new DocumentReader();
    const box = reader.object(7, 'box', ['size']);
    reader.number(box['size'], 'box.size', { min: 0, max: 5 });
    reader.number(undefined, 'boxes', { min: 0, max: 5 });
    expect(reader.finish(box)).toEqual({
      ok: false,
      faults: [
        { path: 'box', message: 'must be an object' },
        { path: 'boxes', message: 'is missing; must be a number' },
      ],
    });
  });

  it('returns the value of a valid document', () => {
    const reader = new DocumentReader();
    const size = reader.number(3, 'size', { min: 0, max: 5, whole: true });
    const colour = reader.oneOf('green', 'colour', ['red', 'green']);
    expect(reader.finish({ size, colour })).toEqual({ ok: true, value: { size: 3, colour: 'green' } });
  });
});
