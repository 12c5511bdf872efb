// The tables of docs/security: every requirement once, with one verdict, and evidence that exists.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Chapter,
  coverageFaults,
  type Level,
  openFaults,
  type ReadFile,
  type Requirement,
  readChapters,
  readJson,
  readRepositoryFile,
  rowFaults,
} from '../../scripts/support/requirement-table.ts';

interface Levels {
  readonly level1: readonly string[];
  readonly level2: readonly string[];
}

const { level1, level2 } = readJson<Levels>('docs/security/asvs/levels.json');
const asvsIds = new Map<string, Level>([
  ...level1.map((id) => [id, 1] as const),
  ...level2.map((id) => [id, 2] as const),
]);
const asvs = readChapters('docs/security/asvs/').flatMap(({ requirements }) => requirements);
const asvsTarget = new Map<Level, number>([
  [1, 0],
  [2, 5],
]);
const { chapters, sections } = readJson<{ chapters: Chapter[]; sections: string[] }>(
  'docs/security/rfc9700.json',
);
const rfc9700 = chapters.flatMap(({ requirements }) => requirements);
/** The standard itself, where a checkout has it beside the repository. */
const standard = new URL('../../../shared/data/asvs/asvs-5.0.0.flat.json', import.meta.url);

/** Parsing a test file for every row that names it would take most of the time. */
const cache = new Map<string, string | null>();
const read: ReadFile = (path) => {
  const text = cache.get(path) ?? readRepositoryFile(path);
  cache.set(path, text);
  return text;
};

describe('the table of ASVS 5.0.0', () => {
  it('has every requirement of levels 1 and 2 once', () => {
    expect(coverageFaults(asvs, asvsIds)).toEqual([]);
    expect([level1.length, level2.length]).toEqual([70, 183]);
  });

  it('has one verdict per requirement, with code and tests that exist', () => {
    expect(asvs.flatMap((row) => rowFaults(row, read))).toEqual([]);
  });

  it('has no open requirement of level 1 and at most five of level 2', () => {
    expect(openFaults(asvs, asvsTarget)).toEqual([]);
  });

  it('lists the requirements and levels of the standard, where a copy of it is present', () => {
    if (!existsSync(standard)) return;
    const { requirements } = JSON.parse(readFileSync(standard, 'utf8')) as {
      requirements: { req_id: string; L: string }[];
    };
    const listed = requirements.filter(({ L }) => L === '1' || L === '2');
    expect(Object.fromEntries(asvsIds)).toEqual(
      Object.fromEntries(listed.map(({ req_id, L }) => [req_id, Number(L)])),
    );
  });
});

describe('the table of RFC 9700', () => {
  it('has a row for every section', () => {
    const covered = new Set(rfc9700.map(({ id }) => id.replace(/ [a-z]$/, '')));
    expect([...covered]).toEqual(sections);
    expect(new Set(rfc9700.map(({ id }) => id)).size).toBe(rfc9700.length);
  });

  it('has one verdict per recommendation, with code and tests that exist', () => {
    expect(rfc9700.flatMap((row) => rowFaults(row, read))).toEqual([]);
  });
});

describe('the check of the tables', () => {
  const files: Record<string, string> = {
    'src/a.ts': '',
    'docs/a.md': '# Title\n\n## Back up `data/`\n',
    'test/a.test.ts': "it('refuses a token', () => {});\nit.each([1, 2])(\n  'counts %s',\n  () => {});\n",
    'scripts/check.mjs': "  {\n    name: 'lint',\n  },\n",
  };
  const readPlanted: ReadFile = (path) => files[path] ?? null;
  const met = { by: ['src/a.ts'], held: ['test/a.test.ts › refuses a token'] };
  const row = (verdict: Partial<Requirement>): Requirement => ({
    id: 'V1.1.1',
    level: 1,
    requirement: 'Input is validated.',
    ...verdict,
  });
  const expected = new Map<string, Level>([
    ['V1.1.1', 1],
    ['V1.1.2', 2],
  ]);

  it.each<[string, Partial<Requirement>]>([
    ['a test', { met }],
    ['a test with parameters', { met: { ...met, held: ['test/a.test.ts › counts %s'] } }],
    ['a static check', { met: { ...met, held: ['scripts/check.mjs › lint'] } }],
    ['a heading', { met: { ...met, by: ['docs/a.md#back-up-data'] } }],
    ['a reason', { notApplicable: 'There is no XML.' }],
    ['a decision of the contract', { contract: { ...met, says: 'No.', mitigation: 'A limit.' } }],
    ['a reason to stay open', { open: 'No scanner.' }],
  ])('accepts %s', (_name, verdict) => {
    expect(rowFaults(row(verdict), readPlanted)).toEqual([]);
  });

  it.each<[string, Partial<Requirement>, string]>([
    ['no verdict', {}, 'no verdict'],
    ['two verdicts', { met, open: 'Later.' }, 'several verdicts: met, open'],
    ['a missing file', { met: { ...met, by: ['src/b.ts'] } }, 'src/b.ts, which does not exist'],
    ['a missing heading', { met: { ...met, by: ['docs/a.md#restore'] } }, 'no such heading'],
    [
      'a missing test file',
      { met: { ...met, held: ['test/b.test.ts › x'] } },
      'test/b.test.ts, which does not',
    ],
    ['a renamed test', { met: { ...met, held: ['test/a.test.ts › refuses'] } }, 'does not contain'],
    ['a test without title', { met: { ...met, held: ['test/a.test.ts'] } }, 'not of the form'],
    ['a removed static check', { met: { ...met, held: ['scripts/check.mjs › types'] } }, 'does not contain'],
    ['no file', { met: { ...met, by: [] } }, 'names no file'],
    ['no test', { met: { ...met, held: [] } }, 'names no test'],
    ['no reason', { notApplicable: ' ' }, 'why it is not applicable'],
    ['no mitigation', { contract: { ...met, says: 'No.', mitigation: '' } }, 'what mitigates it'],
  ])('reports a row with %s', (_name, verdict, fault) => {
    expect(rowFaults(row(verdict), readPlanted).join('\n')).toContain(fault);
  });

  it('reports requirements that are missing, doubled, unknown or of another level', () => {
    const rows = [row({}), row({}), row({ id: 'V9.9.9' }), row({ id: 'V1.1.2', level: 1 })];
    expect(coverageFaults(rows, expected)).toEqual([
      'V1.1.1 is listed twice',
      'V9.9.9 is not a requirement of the standard',
      'V1.1.2 has level 2, not 1',
    ]);
    expect(coverageFaults([], expected)).toEqual(['V1.1.1 is missing', 'V1.1.2 is missing']);
  });

  it('reports more open requirements than the target allows', () => {
    const open = { open: 'Later.' };
    expect(openFaults([row(open)], asvsTarget)).toEqual([
      '1 requirements of level 1 are open, at most 0 may be: V1.1.1',
    ]);
    const six = Array.from({ length: 6 }, () => row({ ...open, level: 2 }));
    expect(openFaults(six, asvsTarget)).toHaveLength(1);
    expect(openFaults(six.slice(1), asvsTarget)).toEqual([]);
  });
});
