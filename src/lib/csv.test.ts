import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

describe('csvText', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\ttext', `"'\ttext"`],
    ['  =1', `"  '=1"`],
    ['\u00A0=1', `"\u00A0'=1"`],
    ['＝1', `"'＝1"`],
    ['SO-1;=cmd', `"SO-1;'=cmd"`],
    ['SO-1, @x', `"SO-1, '@x"`],
    ['a\n-b', `"a\n'-b"`],
    ['a"=b', `"a""'=b"`],
  ])('neutralizes %j', (value, cell) => {
    expect(csvText(value)).toBe(cell);
  });

  it.each(['SO-10442', 'Ana Diaz - rush', 'a=b', 'dock @ 5', '+'.padStart(2, 'x')])(
    'leaves %j as it is, in quotes',
    (value) => {
      expect(csvText(value)).toBe(`"${value}"`);
    },
  );

  it('doubles quotes, and writes nothing for a missing value', () => {
    expect(csvText('24" table')).toBe('"24"" table"');
    expect([csvText(null), csvText(undefined), csvText('')]).toEqual(['', '', '']);
  });
});
