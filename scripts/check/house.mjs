// `node scripts/check/house.mjs [git revision]`: measures how often the code base says the same thing, as a Markdown
// table. Without a revision it measures the working tree. Nothing fails here: the rules with limits are in
// structure-rules.mjs and import-rules.mjs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';

const [revision] = process.argv.slice(2);
const root = revision ? checkOut(revision) : process.cwd();
const files = new Map(
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const paths = [...files.keys()];
const isRoutes = (path) => /(^|[/-])routes\.ts$/.test(path);
const isGenerated = (path) => path.endsWith('.generated.ts');

const importsOf = new Map(paths.map((path) => [path, findImports(path)]));
const importersOf = (path) => paths.filter((each) => importsOf.get(each).has(path));

const rows = [
  ['use cases that import `http/…/idempotent-write`', useCasesWithHttp().length],
  ['names for "also in this transaction"', distinct(/\b(remember|conclude|besides|along)\??: [A-Z(]/g)],
  ['types for who acts', distinct(/\binterface (Actor|BookingActor|CommandOrigin|Caller|Mover|Eraser)\b/g)],
  ['`*operations.ts` files', paths.filter((path) => /features\/.*operations\.ts$/.test(path)).length],
  [
    'operations that a definition holds',
    count(/\b(?:\w*[oO]peration|read|write|stream|bookingAction|control|offerAnswer)\(\{?$/gm, inFeatures),
  ],
  [
    'routes registered by hand in features',
    count(/\bapp\s*\.(?:get|post|put|patch|delete)\b[<(]/g, inFeatures),
  ],
  ['`request.body as`, `request.params as`', count(/request\.(?:body|params) as /g)],
  ['`as never`', count(/\) as never\b|\w as never[;,)]/g, (path) => !isGenerated(path))],
  ['types in `*-wire.ts`', count(/^export (?:interface|type) \w+/gm, (path) => path.endsWith('-wire.ts'))],
  ['… of which the server uses none', unusedWireTypes().length],
  ['SQL: `sql`', count(/\bsql(?:<[^`]*>)?`/g)],
  ['SQL: builder', count(/\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/g)],
  ['SQL: `statement`', count(/\bstatement(?:<[^`]*>)?`/g)],
  ['SQL: `insertion`', count(/\binsertion\('/g)],
  ['files with the pipelined form', paths.filter(isPipelined).length],
  ['stores that mix styles', paths.filter((path) => path.endsWith('-store.ts') && mixesStyles(path)).length],
  [
    'importers of `server.ts`',
    importersOf(paths.find((path) => path.endsWith('http/server/server.ts')) ?? 'src/http/server.ts').length,
  ],
  ['files of at most 40 lines', small().length],
  ['… with one importer', small().filter((path) => importersOf(path).length === 1).length],
  ['most files in one folder of `src/domain`', largestFolder('src/domain')],
  ['most files in one folder of `src/http`', largestFolder('src/http')],
  ['comment lines', `${Math.round((100 * lines(paths, isComment)) / lines(paths, Boolean))} %`],
  ['files in `src/features`', paths.filter(inFeatures).length],
  ['lines of code in `src/features`', lines(paths.filter(inFeatures), (line) => line && !isComment(line))],
  [
    'lines of code in `src`',
    lines(
      paths.filter((path) => !isGenerated(path)),
      (line) => line && !isComment(line),
    ),
  ],
];
console.log('| measure | value |\n|---|---|');
for (const [measure, value] of rows) console.log(`| ${measure} | ${value} |`);
if (revision) rmSync(root, { recursive: true });

function checkOut(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-house-'));
  const archive = execFileSync('git', ['archive', commit, 'src'], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}

function inFeatures(path) {
  return path.startsWith('src/features/');
}

function findImports(path) {
  const found = files.get(path).matchAll(/from '(\.[^']+)'/g);
  return new Set([...found].map(([, target]) => normalize(join(dirname(path), target))));
}

function useCasesWithHttp() {
  return paths.filter(
    (path) =>
      inFeatures(path) && !isRoutes(path) && /http\/.*idempotent-write/.test([...importsOf.get(path)].join()),
  );
}

function matches(pattern, where = () => true) {
  return paths.filter(where).flatMap((path) => [...files.get(path).matchAll(pattern)]);
}

function count(pattern, where) {
  return matches(pattern, where).length;
}

function distinct(pattern) {
  return new Set(matches(pattern).map(([, name]) => name)).size;
}

function unusedWireTypes() {
  const wires = paths.filter((path) => path.endsWith('-wire.ts'));
  const server = paths
    .filter((path) => !wires.includes(path))
    .map((path) => files.get(path))
    .join('\n');
  return wires
    .flatMap((path) => [...files.get(path).matchAll(/^export (?:interface|type) (\w+)/gm)])
    .filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(server));
}

function isPipelined(path) {
  return /import \{[^}]*\b(?:statement|insertion|together|execute(?:All|Transaction))\b[^}]*\} from '[^']*\/statement\.ts'/.test(
    files.get(path),
  );
}

/** `statement` and `insertion` are no style of their own: a file that may use them has them beside its style. */
function mixesStyles(path) {
  const styles = [/\bsql(?:<[^`]*>)?`/, /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/];
  return styles.every((style) => style.test(files.get(path)));
}

function small() {
  return paths.filter((path) => files.get(path).trimEnd().split('\n').length <= 40);
}

function largestFolder(start) {
  const sizes = {};
  for (const path of paths.filter((each) => each.startsWith(`${start}/`)))
    sizes[dirname(path)] = (sizes[dirname(path)] ?? 0) + 1;
  return Math.max(...Object.values(sizes));
}

function isComment(line) {
  return /^(\/\/|\/?\*)/.test(line);
}

function lines(which, matching) {
  return which.reduce(
    (sum, path) =>
      sum +
      files
        .get(path)
        .split('\n')
        .filter((line) => matching(line.trim())).length,
    0,
  );
}
