// The house as data: its floors, the order of its features, and who may know which package.
// .dependency-cruiser.cjs turns this into import laws; structure-rules.mjs uses it to give every file a place.

// From the roof down. A file imports from its own floor and from those below, never from one above.
const floors = [
  { name: 'main', path: '^src/main\\.ts$' },
  { name: 'cli', path: '^src/cli/' },
  { name: 'app', path: '^src/app(\\.ts$|/)' },
  { name: 'features', path: '^src/features/' },
  { name: 'platform', path: '^src/(http|jobs|integrations|db)/|^src/context\\.ts$' },
  { name: 'config', path: '^src/config(\\.test)?\\.ts$|^src/config/' },
  { name: 'domain', path: '^src/domain/' },
  { name: 'lib', path: '^src/lib/' },
];

// Each feature and what it stands on directly; it may also use whatever those stand on.
const standsOn = {
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
  accounts: [],
  oauth: ['accounts'],
  webhooks: ['accounts'],
  billing: [],
  requests: [],
  privacy: ['bookings', 'notifications', 'photos', 'requests', 'webhooks'],
};
// The console may use any feature and is used by none.
standsOn.console = Object.keys(standsOn);

function reach(feature) {
  const below = standsOn[feature].flatMap((name) => [name, ...reach(name)]);
  return [...new Set(below)];
}

const features = Object.fromEntries(Object.keys(standsOn).map((name) => [name, reach(name)]));

module.exports = {
  floors,
  features,
  testFiles: ['\\.test\\.ts$', '^test/', '^bench/', '^scripts/'],
  // Packages the pure floor may use: themselves pure, and given their time zone data and instants as arguments.
  domainPackages: ['temporal-polyfill'],
  fastify: {
    packages: ['fastify', '@fastify/[^/]+', 'fastify-[^/]+', '@scalar/fastify-[^/]+'],
    knownBy: [
      '^src/http/',
      '^src/features/[^/]+/(routes|[^/]+-routes)\\.ts$',
      '^src/features/[^/]+/[^/]+/[^/]+-routes\\.ts$',
      '^src/features/[^/]+/(pages?|[^/]+-pages?)(\\.ts$|/)',
    ],
  },
  sql: {
    packages: ['kysely', 'pg', 'pg-[^/]+', '@types/pg'],
    knownBy: ['-store\\.ts$', '^src/jobs/', '^src/db/'],
  },
  // The role that sees every account. Jobs, the console, the crew's page and the commands hold it; partner routes must not reach it.
  systemDatabase: {
    path: '^src/db/system-[^/]+\\.ts$',
    knownBy: [
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
  // What pages and the server say to one another: types that both sides share.
  wire: '^src/features/.+-wire\\.ts$',
  // Who reads the process environment: the server's configuration, the command line of partners, and examples, which are
  // one program each.
  environmentReaders: ['^src/config\\.ts$', '^packages/cli/src/environment\\.ts$', '^examples/'],
  forbiddenFileNames: ['types', 'utils', 'util', 'index', 'helpers', 'helper', 'common'],
};
