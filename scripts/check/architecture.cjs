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
  maps: ['accounts'],
  quotes: ['areas', 'locations'],
  schedule: ['quotes'],
  bookings: ['schedule'],
  photos: [],
  dispatch: ['bookings', 'photos'],
  plans: ['areas', 'dispatch'],
  simulation: ['dispatch'],
  crew: ['dispatch', 'accounts'],
  branding: ['accounts'],
  tracking: ['bookings', 'branding'],
  notifications: ['bookings', 'branding'],
  sessions: [],
  'sign-in-throttle': [],
  accounts: ['sessions', 'sign-in-throttle'],
  oauth: ['accounts'],
  webhooks: ['accounts', 'branding'],
  'portal-members': ['accounts', 'notifications'],
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

// Throughput of the pipelined form (src/db/statement.ts) divided by that of `sql`, for the same texts and values. Medians of
// two runs of nine rounds each on a shared machine with two processors (decision 0052).
const pipelinedGain = {
  read: { bench: 'pipelined-form', row: 'read a booking', ratios: [1.22, 1.13] },
  quote: { bench: 'pipelined-form', row: 'insert a quote', ratios: [1.1, 1.16] },
  booking: { bench: 'pipelined-form', row: 'insert a booking', ratios: [1.29, 1.25] },
  // Three round trips before, one after; the ratios are those of the whole decision 0070.
  relay: {
    bench: 'webhook-latency',
    row: 'commit of an event until its receiver has it, idle',
    ratios: [1.49, 1.18],
  },
};

// Files that may use the pipelined form: the hot path that each serves, and what was measured for it. A `TransactionHook`
// consists of statements, so a file that makes or runs them for a hook is listed without a measurement of its own.
const pipelinedFiles = {
  'src/db/audit-store.ts': { serves: 'POST /bookings: the audit entry', gain: [pipelinedGain.booking] },
  'src/db/transaction-hook.ts': { serves: 'TransactionHook: runs its statements', gain: [] },
  'src/features/bookings/booking-store.ts': {
    serves: 'GET /bookings/{id}: the row version and JSON; POST /bookings: the rows of the booking',
    gain: [pipelinedGain.read, pipelinedGain.booking],
  },
  'src/features/bookings/save-booking.ts': {
    serves: 'POST /bookings: the transaction',
    gain: [pipelinedGain.booking],
  },
  'src/features/bookings/redelivery-store.ts': {
    serves: 'TransactionHook: the link between two bookings, in the transaction of the new one',
    gain: [],
  },
  'src/features/console/bookings/redeliver-stop.ts': {
    serves:
      'TransactionHook: the statements of POST /bookings, in the transaction that locks the first booking',
    gain: [],
  },
  'src/features/crew/synced-action-store.ts': {
    serves: 'TransactionHook: the result of a crew action, in the transaction of the booking change',
    gain: [],
  },
  'src/features/locations/location-store.ts': {
    serves: 'POST /quotes, POST /bookings: reads known locations and inserts new ones',
    gain: [pipelinedGain.read, pipelinedGain.quote],
  },
  'src/features/quotes/create-quote.ts': {
    serves: 'POST /quotes, POST /quotes/batch: the transaction',
    gain: [pipelinedGain.quote],
  },
  'src/features/quotes/quote-store.ts': {
    serves: 'POST /quotes, POST /bookings: the quote',
    gain: [pipelinedGain.quote, pipelinedGain.booking],
  },
  'src/features/plans/system/live-plans.ts': {
    serves: 'POST /bookings: the place in the plan of the day, in the same transaction',
    gain: [pipelinedGain.booking],
  },
  'src/features/schedule/capacity-store.ts': {
    serves: 'POST /bookings: the claims of capacity',
    gain: [pipelinedGain.booking],
  },
  'src/features/schedule/free-crew-store.ts': {
    serves: 'POST /bookings: the check for a free crew, in areas with automatic dispatch',
    gain: [pipelinedGain.booking],
  },
  'src/http/operations/idempotency-store.ts': {
    serves: 'TransactionHook of POST /quotes and POST /bookings: the stored response',
    gain: [pipelinedGain.quote, pipelinedGain.booking],
  },
  'src/jobs/relay-store.ts': {
    serves:
      'the relay: its statements are Kysely’s; `queryTransaction` sends the commit with them (decision 0070)',
    gain: [pipelinedGain.relay],
  },
  'src/jobs/outbox.ts': { serves: 'POST /bookings: the event', gain: [pipelinedGain.booking] },
};

module.exports = {
  layers,
  features,
  testFiles: ['\\.test\\.ts$', '^test/', '^bench/', '^scripts/'],
  // Packages that the pure domain layer may use: pure themselves, with time zone data and times as arguments.
  domainPackages: ['temporal-polyfill'],
  fastify: {
    packages: ['fastify', '@fastify/[^/]+', 'fastify-[^/]+'],
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
  pipelinedFiles,
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
