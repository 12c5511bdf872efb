// Import rules for dependency-cruiser, built from scripts/check/architecture.cjs. Run by `npm run check`. The `comment`
// of a broken rule is printed, so it says why the rule exists and what to do instead.
const architecture = require('./scripts/check/architecture.cjs');

const anyOf = (patterns) => patterns.join('|');
const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;

const oneWay = architecture.layers.slice(1).map((layer, index) => ({
  name: `one-way-${layer.name}`,
  severity: 'error',
  comment: `${layer.name} imports a layer above it (${architecture.layers
    .slice(0, index + 1)
    .map((above) => above.name)
    .join(', ')}). Pass the value in from app.ts, or go through the outbox.`,
  from: { path: layer.path, pathNot: architecture.testFiles },
  to: { path: anyOf(architecture.layers.slice(0, index + 1).map((above) => above.path)) },
}));

const featureOrder = Object.entries(architecture.features).map(([feature, below]) => ({
  name: `feature-order-${feature}`,
  severity: 'error',
  comment: `${feature} may import ${below.join(', ') || 'no other feature'}. For the opposite direction, use the outbox or pass the value in from app.ts.`,
  from: { path: `^src/features/${feature}/`, pathNot: architecture.testFiles },
  to: { path: '^src/features/', pathNot: `^src/features/(${[feature, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    ...featureOrder,
    {
      name: 'no-circular-imports',
      severity: 'error',
      comment: 'Circular import (type imports count). Move the shared part to a file that both import.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-without-node-modules',
      severity: 'error',
      comment:
        'domain is pure and runs anywhere, so it must not import node: modules. Take the value as an argument.',
      from: { path: '^src/domain/', pathNot: architecture.testFiles },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-without-packages',
      severity: 'error',
      comment: `domain may import only the packages ${architecture.domainPackages.join(', ')}. Keep frameworks, SQL and schemas in the layers above.`,
      from: { path: '^src/domain/', pathNot: architecture.testFiles },
      to: { path: '(^|/)node_modules/', pathNot: packages(architecture.domainPackages) },
    },
    {
      name: 'fastify-in-http-and-routes-only',
      severity: 'error',
      comment:
        "Only http/ and a feature's routes and pages may import Fastify. Pass plain values to the use case.",
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.fastify.allowedIn] },
      to: { path: packages(architecture.fastify.packages) },
    },
    {
      name: 'answers-in-routes-only',
      severity: 'error',
      comment:
        'A use case returns a result and takes a TransactionHook; its route turns the result into a response.',
      from: {
        path: '^src/features/',
        pathNot: [...architecture.testFiles, ...architecture.fastify.allowedIn],
      },
      to: { path: '^src/http/operations/idempotent-write\\.ts$' },
    },
    {
      name: 'sql-in-stores-only',
      severity: 'error',
      comment:
        'Only *-store.ts, jobs/ and db/ may use SQL. Use cases take the types Database and Transaction from db/.',
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.sql.allowedIn] },
      to: { path: packages(architecture.sql.packages) },
    },
    {
      name: 'system-database-restricted',
      severity: 'error',
      comment:
        'This role sees every account: only db/, jobs/, tasks, the console, app.ts and the commands may use it.',
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.systemDatabase.allowedIn] },
      to: { path: architecture.systemDatabase.path },
    },
    {
      name: 'partner-routes-cannot-reach-the-system-database',
      severity: 'error',
      comment:
        'A partner route reaches the role that sees every account, through the files named. Remove that import chain.',
      from: { path: architecture.systemDatabase.partnerRoutes, pathNot: architecture.testFiles },
      to: { path: architecture.systemDatabase.path, reachable: true },
    },
    {
      name: 'src-is-self-contained',
      severity: 'error',
      comment:
        'src is shipped: it must not import tests, benchmarks, scripts, pages or SDK sources. Only the sources of the ' +
        'planner, which knows nothing of the server, are bundled with it.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(test|bench|scripts|web|packages)/|\\.test\\.ts$',
        pathNot: '^packages/planner/src/(?!.*\\.test\\.ts$)',
      },
    },
    {
      name: 'clients-share-only-the-contract',
      severity: 'error',
      comment:
        'The SDK depends on openapi/openapi.json only, as any partner does; pages on types generated from descriptions.',
      from: { path: '^(web|packages)/' },
      to: { path: '^src/' },
    },
    {
      name: 'src-uses-no-dev-packages',
      severity: 'error',
      comment:
        'An installation without development dependencies would not start. Move the package to dependencies.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'No such file or package. Relative imports end in .ts; packages are listed in package.json.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // build-us-places uses packages that are installed temporarily, as its header describes.
    exclude: { path: '^(dist|coverage|data)/|^scripts/build-us-places\\.mjs$|^(web|packages/[^/]+)/dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
