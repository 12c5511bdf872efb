// Tables of security requirements (docs/security): their rows as data, and the rules that every row must satisfy. A row
// has exactly one verdict. Evidence is checked against the repository, so that a renamed file or test is noticed.
import { readdirSync, readFileSync } from 'node:fs';

export interface Evidence {
  /** Files, or headings of documents: `docs/operations.md#backups`. */
  readonly by: readonly string[];
  /** Tests that fail if the requirement is broken: `test/api/scopes.test.ts › title`, or a step of `npm run check`. */
  readonly held: readonly string[];
}

export interface Met extends Evidence {
  readonly note?: string;
}

/** The API contract decides otherwise; the mitigation is evidenced like a requirement. */
export interface ContractDecision extends Evidence {
  readonly says: string;
  readonly mitigation: string;
}

export type Level = 1 | 2;

export interface Requirement {
  readonly id: string;
  /** Only in tables of a standard with levels. */
  readonly level?: Level;
  readonly requirement: string;
  readonly met?: Met;
  readonly notApplicable?: string;
  readonly contract?: ContractDecision;
  readonly open?: string;
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** Text of a file of the repository, empty for a folder; null if it does not exist. */
export type ReadFile = (path: string) => string | null;

const root = new URL('../../', import.meta.url);

export const readRepositoryFile: ReadFile = (path) => {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR' ? '' : null;
  }
};

export function readChapters(folder: string): Chapter[] {
  const files = readdirSync(new URL(folder, root)).filter((name) => /^v\d\d-.*\.json$/.test(name));
  return files.sort().map((name) => readJson(`${folder}${name}`));
}

export function readJson<Type>(path: string): Type {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Type;
}

export const verdicts = ['met', 'contract', 'notApplicable', 'open'] as const;
export type Verdict = (typeof verdicts)[number];

/** The first verdict of a row; rows with none or several are faults. */
export function verdictOf(row: Requirement): Verdict | undefined {
  return verdicts.find((verdict) => row[verdict] !== undefined);
}

/** Requirements that are missing, unknown, doubled or listed with another level. */
export function coverageFaults(
  rows: readonly Requirement[],
  expected: ReadonlyMap<string, Level | undefined>,
): string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...[...expected.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is listed twice`),
    ...ids.filter((id) => !expected.has(id)).map((id) => `${id} is not a requirement of the standard`),
    ...rows
      .filter(({ id, level }) => expected.has(id) && expected.get(id) !== level)
      .map(({ id, level }) => `${id} has level ${expected.get(id)}, not ${level}`),
  ];
}

/** More open requirements than the target allows. */
export function openFaults(
  rows: readonly Requirement[],
  allowed: ReadonlyMap<Level | undefined, number>,
): string[] {
  return [...allowed].flatMap(([level, limit]) => {
    const open = rows.filter((row) => row.level === level && verdictOf(row) === 'open').map(({ id }) => id);
    const name = level === undefined ? 'requirements' : `requirements of level ${level}`;
    return open.length > limit
      ? [`${open.length} ${name} are open, at most ${limit} may be: ${open.join(', ')}`]
      : [];
  });
}

/** Rows without exactly one complete verdict, and evidence that no longer exists. */
export function rowFaults(row: Requirement, read: ReadFile): string[] {
  const given = verdicts.filter((verdict) => row[verdict] !== undefined);
  if (given.length !== 1)
    return [`${row.id} has ${given.length === 0 ? 'no verdict' : `several verdicts: ${given.join(', ')}`}`];
  const evidence = row.met ?? row.contract;
  return [
    ...(isBlank(row.requirement) ? ['does not say what is required'] : []),
    ...(isBlank(row.notApplicable ?? '-') ? ['does not say why it is not applicable'] : []),
    ...(isBlank(row.open ?? '-') ? ['does not say why it is open'] : []),
    ...(row.contract && (isBlank(row.contract.says) || isBlank(row.contract.mitigation))
      ? ['does not say what the contract decides and what mitigates it']
      : []),
    ...(evidence ? evidenceFaults(evidence, read) : []),
  ].map((fault) => `${row.id} ${fault}`);
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function evidenceFaults({ by, held }: Evidence, read: ReadFile): string[] {
  return [
    ...(by.length === 0 ? ['names no file that meets it'] : []),
    ...(held.length === 0 ? ['names no test that holds it'] : []),
    ...by.flatMap((reference) => placeFaults(reference, read)),
    ...held.flatMap((reference) => testFaults(reference, read)),
  ];
}

function placeFaults(reference: string, read: ReadFile): string[] {
  const [path = '', anchor] = reference.split('#');
  const text = read(path);
  if (text === null) return [`is met by ${path}, which does not exist`];
  if (anchor === undefined || anchorsOf(text).has(anchor)) return [];
  return [`is met by ${reference}, but the file has no such heading`];
}

/** Anchors of the headings, as code hosting sites derive them. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

const separator = ' › ';

function testFaults(reference: string, read: ReadFile): string[] {
  const [path = '', title] = reference.split(separator);
  if (title === undefined)
    return [`is held by "${reference}", which is not of the form "file${separator}title"`];
  const source = read(path);
  if (source === null) return [`is held by ${path}, which does not exist`];
  if (titlesOf(source).has(title)) return [];
  return [`is held by "${title}", which ${path} does not contain`];
}

/** Titles of tests (`it('…'`, `test('…'`, `it.each(…)('…'`) and names of the steps of scripts/check.mjs, as written in the source. */
function titlesOf(source: string): Set<string> {
  const tests = source.matchAll(/(?:(?<![.\w])(?:it|test)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,/g);
  const steps = source.matchAll(/^ {4}name: '([\w-]+)',$/gm);
  return new Set([
    ...[...tests].map(([, , title = '']) => title),
    ...[...steps].map(([, name = '']) => name),
  ]);
}
