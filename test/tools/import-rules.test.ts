// Tests of the import check: it reports each broken rule and accepts each permitted import. `npm run check` checks the
// repository. The rules are repeated here on purpose: the test does not read the data of the check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkTree, type Files, repositoryRoot } from '../support/fixture-tree.ts';

// A file without imports in each layer, from top to bottom.
const layers = {
  main: 'src/main.ts',
  cli: 'src/cli/doctor.ts',
  app: 'src/app.ts',
  features: 'src/features/bookings/rooms.ts',
  platform: 'src/http/server/server.ts',
  config: 'src/config.ts',
  domain: 'src/domain/booking/booking.ts',
  lib: 'src/lib/clock.ts',
};
const layerNames = Object.keys(layers) as (keyof typeof layers)[];

const base = ['accounts', 'areas', 'locations'];
const chain = ['quotes', 'schedule', 'bookings', 'dispatch', 'simulation'];
const mayUse: Record<string, string[]> = {
  areas: ['accounts'],
  locations: [],
  ...Object.fromEntries(chain.map((name, index) => [name, [...base, ...chain.slice(0, index)]])),
  tracking: [...base, 'quotes', 'schedule', 'bookings'],
  notifications: [...base, 'quotes', 'schedule', 'bookings'],
  accounts: [],
  oauth: ['accounts'],
  webhooks: ['accounts'],
  billing: [],
};
mayUse['console'] = Object.keys(mayUse);
const featureNames = Object.keys(mayUse);

const importing = (...paths: string[]) => paths.map((path) => `import '${path}';\n`).join('');
const up = (from: string, to: string) => `${'../'.repeat(from.split('/').length - 1)}${to}`;

// file → what it imports, and the rule it breaks (null: none).
const cases: Record<string, { readonly code: string; readonly rule: string | null }> = {
  'src/domain/reads-files.ts': { code: importing('node:fs'), rule: 'domain-without-node-modules' },
  'src/domain/reads-files-unprefixed.ts': { code: importing('fs'), rule: 'domain-without-node-modules' },
  'src/domain/has-schemas.ts': { code: importing('typebox'), rule: 'domain-without-packages' },
  'src/domain/has-types-of-packages.ts': {
    code: "import type { TSchema } from 'typebox';\nexport type S = TSchema;\n",
    rule: 'domain-without-packages',
  },
  'src/lib/hashes.ts': { code: importing('node:crypto'), rule: null },
  'src/features/quotes/create-quote.ts': {
    code: importing('fastify'),
    rule: 'fastify-in-http-and-routes-only',
  },
  'src/features/quotes/quote-view.ts': {
    code: "import type { FastifyReply } from 'fastify';\nexport type R = FastifyReply;\n",
    rule: 'fastify-in-http-and-routes-only',
  },
  'src/features/quotes/accept-quote.ts': {
    code: "import type { Answer } from '../../http/operations/idempotent-write.ts';\nexport type A = Answer;\n",
    rule: 'answers-in-routes-only',
  },
  'src/features/quotes/accept-routes.ts': {
    code: importing('../../http/operations/idempotent-write.ts'),
    rule: null,
  },
  'src/jobs/relay.ts': { code: importing('@fastify/cookie'), rule: 'fastify-in-http-and-routes-only' },
  'src/features/quotes/routes.ts': { code: importing('fastify', '@fastify/cookie'), rule: null },
  'src/features/quotes/batch-routes.ts': { code: importing('fastify'), rule: null },
  'src/features/tracking/tracking-page.ts': { code: importing('fastify'), rule: null },
  'src/features/console/pages/bookings.ts': { code: importing('fastify'), rule: null },
  'src/http/server/media-type.ts': { code: importing('fastify'), rule: null },
  'src/features/quotes/price-quote.ts': { code: importing('kysely'), rule: 'sql-in-stores-only' },
  'src/features/quotes/expire-quote.ts': {
    code: "import type { Pool } from 'pg';\nexport type P = Pool;\n",
    rule: 'sql-in-stores-only',
  },
  'src/cli/orgs.ts': { code: importing('pg'), rule: 'sql-in-stores-only' },
  'src/features/quotes/quote-store.ts': { code: importing('kysely', '../../db/database.ts'), rule: null },
  'src/jobs/queue.ts': { code: importing('pg', 'kysely', '../db/system-database.ts'), rule: null },
  'src/features/quotes/recommend-product.ts': {
    code: "import type { Transaction } from '../../db/database.ts';\nexport type T = Transaction;\n",
    rule: null,
  },
  'src/features/quotes/drop-quote.ts': {
    code: importing('../../db/system-database.ts'),
    rule: 'system-database-restricted',
  },
  'src/http/authenticate.ts': {
    code: importing('../db/system-database.ts'),
    rule: 'system-database-restricted',
  },
  'src/features/quotes/tasks.ts': { code: importing('../../db/system-database.ts'), rule: null },
  'src/features/console/search-store.ts': { code: importing('../../db/system-database.ts'), rule: null },
  'src/features/schedule/routes.ts': {
    code: importing('../../jobs/queue.ts'),
    rule: 'partner-routes-cannot-reach-the-system-database',
  },
  'src/features/console/routes.ts': { code: importing('../../jobs/queue.ts'), rule: null },
  'src/lib/shares-with-tests.ts': {
    code: importing('../../test/support/factories.ts'),
    rule: 'src-is-self-contained',
  },
  'src/lib/shares-with-unit-tests.ts': { code: importing('./clock.test.ts'), rule: 'src-is-self-contained' },
  'src/lib/shares-with-pages.ts': { code: importing('../../web/portal.ts'), rule: 'src-is-self-contained' },
  'src/lib/uses-a-tool.ts': { code: importing('fast-check'), rule: 'src-uses-no-dev-packages' },
  'src/lib/uses-nothing-real.ts': { code: importing('./no-such-file.ts'), rule: 'imports-resolve' },
  'web/console.ts': { code: importing('../src/lib/clock.ts'), rule: 'clients-share-only-the-contract' },
  'web/portal/queries.tsx': {
    code: "import type { Session } from '../../src/lib/clock.ts';\nexport type S = Session;\n",
    rule: 'clients-share-only-the-contract',
  },
  'packages/sdk/src/client.ts': {
    code: importing('../../../src/lib/clock.ts'),
    rule: 'clients-share-only-the-contract',
  },
  'src/domain/booking.test.ts': {
    code: importing('node:fs', 'fastify', '../main.ts', 'fast-check'),
    rule: null,
  },
  'test/api/bookings.test.ts': {
    code: importing('../../src/db/system-database.ts', 'kysely', 'fastify'),
    rule: null,
  },
};

const circle: Files = {
  'src/lib/hen.ts': "import type { Egg } from './egg.ts';\nexport type Hen = { lays: Egg };\n",
  'src/lib/egg.ts': "import type { Hen } from './hen.ts';\nexport type Egg = { hatches: Hen };\n",
};

const leaf = 'export {};\n';
const leaves = [
  ...Object.values(layers),
  ...featureNames.map((name) => `src/features/${name}/rooms.ts`),
  'src/db/system-database.ts',
  'src/lib/clock.test.ts',
  'test/support/factories.ts',
  'web/portal.ts',
];

function tree(): Files {
  const files: Record<string, string> = {
    'package.json': readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
  };
  for (const path of leaves) files[path] = leaf;
  files['src/http/operations/idempotent-write.ts'] = 'export type Answer = string;\n';
  files['src/db/database.ts'] = 'export type Transaction = string;\n';
  for (const from of layerNames)
    files[importerOf(from)] = importing(...others(from).map((to) => target(from, to)));
  for (const from of featureNames) {
    files[`src/features/${from}/uses-all.ts`] = importing(...featureNames.map((to) => `../${to}/rooms.ts`));
  }
  for (const [path, { code }] of Object.entries(cases)) files[path] = code;
  return { ...files, ...circle };
}

// Imports all layers. A layer that is a single file must do it in that file.
const isOneFile = (layer: keyof typeof layers) => /^src\/[^/]+$/.test(layers[layer]);
const importerOf = (layer: keyof typeof layers) =>
  isOneFile(layer) ? layers[layer] : layers[layer].replace(/[^/]+$/, 'climbs.ts');
const others = (layer: keyof typeof layers) => layerNames.filter((name) => name !== layer);
const target = (from: keyof typeof layers, to: keyof typeof layers) => up(layers[from], layers[to]);

let broken: readonly { readonly from: string; readonly to: string; readonly rule: string }[];

beforeAll(async () => {
  const { exitCode, output } = await checkTree('import-rules', tree());
  expect(exitCode, output).toBe(1);
  broken = [...output.matchAll(/^(\S+) → (.*)\n {4}([a-z-]+): /gm)].map(
    ([, from = '', to = '', rule = '']) => ({
      from,
      to,
      rule,
    }),
  );
});

const rulesBrokenBy = (path: string) => [
  ...new Set(broken.filter(({ from }) => from === path).map(({ rule }) => rule)),
];

describe('Imports run one way', () => {
  test.each(layerNames)('%s imports no layer above it', (layer) => {
    const above = layerNames.slice(0, layerNames.indexOf(layer)).map((name) => layers[name]);
    const named = broken.filter(
      ({ from, rule }) => from === importerOf(layer) && rule === `one-way-${layer}`,
    );
    expect(named.map(({ to }) => to).sort()).toEqual([...above].sort());
  });

  test('reports a circular import of types', () => {
    const circles = broken.filter(({ rule, from }) => rule === 'no-circular-imports' && from in circle);
    expect(circles.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'src/lib/egg.ts → src/lib/hen.ts → src/lib/egg.ts',
    ]);
  });
});

describe('Features depend on one another in one direction', () => {
  test.each(featureNames)('%s imports only features below it', (feature) => {
    const allowed = [feature, ...(mayUse[feature] ?? [])];
    const forbidden = featureNames
      .filter((name) => !allowed.includes(name))
      .map((name) => `src/features/${name}/rooms.ts`);
    const named = broken.filter(({ from }) => from === `src/features/${feature}/uses-all.ts`);
    expect(named.map(({ to }) => to).sort()).toEqual(forbidden.sort());
    expect(new Set(named.map(({ rule }) => rule)).size).toBeLessThanOrEqual(1);
  });
});

describe('Import permissions', () => {
  for (const [path, { rule }] of Object.entries(cases)) {
    test(rule === null ? `${path} breaks no rule` : `${path} breaks ${rule}`, () => {
      expect(rulesBrokenBy(path)).toEqual(rule === null ? [] : [rule]);
    });
  }
});
