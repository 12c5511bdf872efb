// The architecture as data: its layers, the order of its features, and which files may import which packages.
// .dependency-cruiser.cjs turns this into import rules; structure-rules.mjs checks the location of every file with it.

// From top to bottom. A file imports from its own layer and those below, never from one above.
const layers = [
  { name: 'main', path: '^src/main\\.ts$' },
  { name: 'cli', path: '^src/cli/' },
  { name: 'app', path: '^src/app(\\.ts$|/)' },
  { name: 'features', path: '^src/features/' },
  { name: 'platform', path: '^src/(http|jobs|integrations|db)/|^src/context\\.ts$' },
  { name: 'config', path: '^src/config(\\.test)?\\.ts$|^src/config/' },
  { name: 'domain', path: '^src/domain/' },
  { name: 'lib', path: '^src/lib/' },
];

// Direct dependencies of each feature; it may also use their dependencies.
const dependsOn = {
  areas: ['accounts'],
  locations: [],
  quotes: ['areas', 'locations'],
  schedule: ['quotes'],
  bookings: ['schedule'],
  photos: [],
  dispatch: ['bookings', 'photos'],
  simulation: ['dispatch'],
  crew: ['dispatch', 'accounts', 'oauth'],
  tracking: ['bookings'],
  notifications: ['bookings'],
  sessions: [],
  accounts: ['sessions'],
  oauth: ['accounts'],
  webhooks: ['accounts'],
  billing: [],
  requests: [],
  privacy: ['bookings', 'notifications', 'photos', 'requests', 'webhooks'],
};
// The console may use every feature; no feature may use the console.
dependsOn.console = Object.keys(dependsOn);

function transitiveDependencies(feature) {
  const below = dependsOn[feature].flatMap((name) => [name, ...transitiveDependencies(name)]);
  return [...new Set(below)];
}

const features = Object.fromEntries(
  Object.keys(dependsOn).map((name) => [name, transitiveDependencies(name)]),
);

module.exports = {
  layers,
  features,
  testFiles: ['\\.test\\.ts$', '^test/', '^bench/', '^scripts/'],
  // Packages that the pure domain layer may use: pure themselves, with time zone data and times as arguments.
  domainPackages: ['temporal-polyfill'],
  fastify: {
    packages: ['fastify', '@fastify/[^/]+', 'fastify-[^/]+', '@scalar/fastify-[^/]+'],
    allowedIn: [
      '^src/http/',
      '^src/features/[^/]+/(routes|[^/]+-routes)\\.ts$',
      '^src/features/[^/]+/[^/]+/[^/]+-routes\\.ts$',
      '^src/features/[^/]+/(pages?|[^/]+-pages?)(\\.ts$|/)',
    ],
  },
  sql: {
    packages: ['kysely', 'pg', 'pg-[^/]+', '@types/pg'],
    allowedIn: ['-store\\.ts$', '^src/jobs/', '^src/db/'],
  },
  // The system database role sees every account. Jobs, the console, the crew page and the commands use it; partner
  // routes must not reach it.
  systemDatabase: {
    path: '^src/db/system-[^/]+\\.ts$',
    allowedIn: [
      '^src/db/',
      '^src/jobs/',
      '^src/features/(console|crew)/',
      '^src/features/[^/]+/(tasks|[^/]+-tasks)\\.ts$',
      '^src/features/[^/]+/system/',
      '^src/app(\\.ts$|/)',
      '^src/cli/',
      '^src/main\\.ts$',
    ],
    partnerRoutes:
      '^src/features/(?!(console|crew)/)[^/]+/(routes|pages?|[^/]+-routes|[^/]+-pages?)(\\.ts$|/)',
  },
  // Files that may read the process environment: the server's configuration, the partner CLI, and the examples, which
  // are one program each.
  environmentReaders: ['^src/config\\.ts$', '^packages/cli/src/environment\\.ts$', '^examples/'],
  forbiddenFileNames: ['types', 'utils', 'util', 'index', 'helpers', 'helper', 'common'],
};
