// Import rules for dependency-cruiser, built from scripts/check/architecture.cjs. Run by `npm run check`. The `comment`
// of a broken rule is printed, so it says why the rule exists and what to do instead.
const architecture = require('./scripts/check/architecture.cjs');

const anyOf = (patterns) => patterns.join('|');
const packages = (names) => `(^|/)node_modules/(${names.join('|')})/`;

const oneWay = architecture.layers.slice(1).map((layer, index) => ({
  name: `one-way-${layer.name}`,
  severity: 'error',
  comment: `${layer.name} imports a floor above it (${architecture.layers
    .slice(0, index + 1)
    .map((above) => above.name)
    .join(', ')}). Pass the value in from app.ts, or go through the outbox.`,
  from: { path: layer.path, pathNot: architecture.testFiles },
  to: { path: anyOf(architecture.layers.slice(0, index + 1).map((above) => above.path)) },
}));

const featureOrder = Object.entries(architecture.features).map(([feature, below]) => ({
  name: `feature-order-${feature}`,
  severity: 'error',
  comment: `${feature} stands on ${below.join(', ') || 'no other feature'}. An upward need goes through the outbox or app.ts.`,
  from: { path: `^src/features/${feature}/`, pathNot: architecture.testFiles },
  to: { path: '^src/features/', pathNot: `^src/features/(${[feature, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    ...featureOrder,
    {
      name: 'no-circles',
      severity: 'error',
      comment:
        'These files import one another in a circle (types count). Move the shared part to a file below both.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-knows-no-node',
      severity: 'error',
      comment: 'domain is pure and runs anywhere: it has no node: modules. Take the value as an argument.',
      from: { path: '^src/domain/', pathNot: architecture.testFiles },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-knows-no-packages',
      severity: 'error',
      comment: `domain uses no package but ${architecture.domainPackages.join(', ')}. Keep frameworks, SQL and schemas on the floors above.`,
      from: { path: '^src/domain/', pathNot: architecture.testFiles },
      to: { path: '(^|/)node_modules/', pathNot: packages(architecture.domainPackages) },
    },
    {
      name: 'only-the-edge-knows-fastify',
      severity: 'error',
      comment: "Only http/ and a feature's routes and pages know Fastify. Hand the use case plain values.",
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.fastify.allowedIn] },
      to: { path: packages(architecture.fastify.packages) },
    },
    {
      name: 'only-stores-know-sql',
      severity: 'error',
      comment:
        'Only *-store.ts, jobs/ and db/ know SQL. Use cases take the types Database and Transaction from db/.',
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.sql.allowedIn] },
      to: { path: packages(architecture.sql.packages) },
    },
    {
      name: 'system-database-is-for-the-system',
      severity: 'error',
      comment:
        'This role sees every account: only db/, jobs/, tasks, the console, app.ts and the commands may hold it.',
      from: { path: '^src/', pathNot: [...architecture.testFiles, ...architecture.systemDatabase.allowedIn] },
      to: { path: architecture.systemDatabase.path },
    },
    {
      name: 'partner-routes-cannot-reach-the-system-database',
      severity: 'error',
      comment:
        'A partner route reaches the role that sees every account, through the files named. Cut that chain.',
      from: { path: architecture.systemDatabase.partnerRoutes, pathNot: architecture.testFiles },
      to: { path: architecture.systemDatabase.path, reachable: true },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      comment: 'src is what is shipped: it imports no test, benchmark, script, page or SDK source.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench|scripts|web|packages)/|\\.test\\.ts$' },
    },
    {
      name: 'clients-share-only-the-contract',
      severity: 'error',
      comment:
        'The SDK knows the server through openapi/openapi.json only, as any partner does; pages know theirs through *-wire.ts.',
      from: { path: '^(web|packages)/' },
      to: { path: '^src/', pathNot: architecture.wire },
    },
    {
      name: 'pages-take-only-types-of-the-wire',
      severity: 'error',
      comment:
        'A page is built without the server: `import type` what is said on the wire, and nothing else. The SDK has openapi.json.',
      from: { path: '^(web|packages)/' },
      to: { path: architecture.wire, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-knows-no-wire-of-pages',
      severity: 'error',
      comment: 'What pages and the server say to one another is no contract with partners.',
      from: { path: '^packages/' },
      to: { path: architecture.wire },
    },
    {
      name: 'src-uses-no-dev-packages',
      severity: 'error',
      comment:
        'An installation without development packages would not start. Move the package to dependencies.',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'No such file or package. Relative imports end in .ts; packages stand in package.json.',
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
