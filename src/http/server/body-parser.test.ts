import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import { parseFormBody, parseJsonBody } from './body-parser.ts';

function fault(work: () => unknown): { code: string | null; param: string | null } {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, param: error.param };
    throw error;
  }
  return { code: null, param: null };
}
const json = (text: string) => parseJsonBody(Buffer.from(text));
const form = (text: string) => parseFormBody(Buffer.from(text));

describe('a JSON body', () => {
  it('is parsed to the same value as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && !text.includes('__proto__'));
        expect(json(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a":"\\u0000"}', 'invalid_parameter', 'a'],
    ['{"a":["x",{"b":"\\ud800"}]}', 'invalid_parameter', 'a[1].b'],
    ['{"a":{"b":1e999}}', 'invalid_parameter', 'a.b'],
    ['{"a\\u0000":1}', 'invalid_parameter', 'a\\u0000'],
    ['{"\\ud800":1}', 'invalid_parameter', '\ufffd'],
    ['{"__proto__":1}', 'invalid_parameter', '__proto__'],
    ['{"a":{"__proto__":1}}', 'invalid_parameter', 'a.__proto__'],
    ['"\\u0000"', 'malformed_json', null],
    ['-1e999', 'malformed_json', null],
    ['', 'malformed_json', null],
    ['{', 'malformed_json', null],
  ])('is refused: %s', (text, code, param) => {
    expect(fault(() => json(text))).toEqual({ code, param });
  });

  it('may be nested up to 33 levels', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(fault(() => json(nested(33)))).toEqual({ code: null, param: null });
    expect(fault(() => json(nested(34)))).toEqual({ code: 'malformed_json', param: null });
    expect(fault(() => json(nested(130_000)))).toEqual({ code: 'malformed_json', param: null });
  });
});

describe('a form body', () => {
  it('is parsed into fields', () => {
    expect({ ...form('a=1&b=x+y%20z&c=&d') }).toEqual({ a: '1', b: 'x y z', c: '', d: '' });
    expect({ ...form('') }).toEqual({});
    expect({ ...form('a=%f0%9f%9a%9a') }).toEqual({ a: '🚚' });
  });

  it('has no inherited properties', () => {
    expect(form('a=1')['constructor']).toBeUndefined();
  });

  it.each([
    ['a=1&a=2', 'a'],
    ['a=%00', 'a'],
    ['%00=a', '\\u0000'],
    ['__proto__=1', '__proto__'],
  ])('is refused: %s', (text, param) => {
    expect(fault(() => form(text))).toEqual({ code: 'invalid_parameter', param });
  });
});
