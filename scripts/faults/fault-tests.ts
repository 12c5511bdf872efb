// The fault tests as data: each has a number, acceptance criteria, and test files. `npm run faults` runs them with full
// counts, `npm test` runs the same files with small counts.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Part {
  readonly file: string;
  /** Regular expression for the full titles of the tests to run; without it, all tests of the file. */
  readonly only?: string;
  /** Measures times, so it does not share the machine with other parts. */
  readonly isTimed?: boolean;
}

export interface FaultTest {
  readonly id: string;
  readonly title: string;
  /** Operations of a full run; `npm test` does fewer. */
  readonly counts: string;
  /** Acceptance criteria. */
  readonly bar: string;
  readonly parts: readonly Part[];
  /** The files may run two at a time: they do not already use the whole machine. Parts that measure times run alone. */
  readonly atOnce?: boolean;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const all = (...files: readonly string[]): Part[] => files.map((file) => ({ file }));
/** Files that exist: a platform or branch may lack some of them. */
const ifPresent = (...files: readonly string[]): Part[] =>
  all(...files.filter((file) => existsSync(root + file)));

const numberedTests: readonly FaultTest[] = [
  {
    id: 'R1',
    atOnce: true,
    title: 'Server and workers are killed with SIGKILL under load',
    counts:
      '100 kills of the server under 8 partners, 30 of workers, 21 during the first start, 30 with the embedded PostgreSQL, 10 of PostgreSQL alone; 25 crew jobs, 30 plans',
    bar: 'no acknowledged booking is lost or duplicated, no window is overbooked, every event is delivered, and at most one batch per kill is delivered twice',
    parts: [
      { file: 'test/faults/killed-process.test.ts', isTimed: true },
      ...all(
        'test/faults/booking-kills.test.ts',
        'test/faults/webhook-kills.test.ts',
        'test/faults/crew-kills.test.ts',
        'test/faults/interrupted-start.test.ts',
      ),
    ],
  },
  {
    id: 'R2',
    title: 'The database crashes, becomes unreachable, stops responding, or has a full disk',
    counts: '20 crashes and 4 outages of 10 s under load with each PostgreSQL, 1 hang, 2 full disks',
    bar: 'the same process keeps running, returns 503 api_error and never 500 during the outage, recovers by itself, and loses no acknowledged write',
    parts: all(
      'test/faults/database-outage.test.ts',
      'test/faults/silent-database.test.ts',
      'test/faults/embedded-postgres.test.ts',
      'test/faults/embedded-postgres-users.test.ts',
      'test/faults/full-disk.test.ts',
    ),
  },
  {
    id: 'R3',
    title: 'Callers compete for the last capacity of a window over two processes',
    counts: '500 rounds of 63 callers for 1 to 5 free bookings; 100 quotes, 8 callers each',
    bar: 'exactly as many 201 responses as the capacity allows, the rest 409 with param, also while capacity is released',
    parts: [{ file: 'test/faults/booking-races.test.ts', only: 'last capacity|same quote' }],
  },
  {
    id: 'R4',
    title: 'Concurrent requests use the same Idempotency-Key',
    counts: '500 keys, 16 callers each',
    bar: 'one booking, byte-identical responses; another body returns 422; keys are per account, survive restarts, and expire after a day',
    parts: [
      { file: 'test/faults/booking-races.test.ts', only: 'same Idempotency-Key' },
      { file: 'test/api/idempotency.test.ts' },
    ],
  },
  {
    id: 'R5',
    title: 'Concurrent changes of one booking, and swaps of crews and windows',
    counts: '300 rounds of 6 changes; 1,000 rounds of swaps; 500 bookings for 100 crews',
    bar: 'each change is applied completely or refused; no 5xx, no deadlock, no crew with overlapping jobs',
    parts: [
      { file: 'test/faults/booking-races.test.ts', only: 'change the same booking|swap windows' },
      { file: 'test/faults/dispatch-races.test.ts' },
    ],
  },
  {
    id: 'R6',
    title: 'Restarts during sandbox simulations',
    counts: '50 jobs, 10 restarts',
    bar: 'every job is completed, with one charge, a photo for each stop, and as many events as the booking counts',
    parts: all('test/faults/simulation-kills.test.ts'),
  },
  {
    id: 'R7',
    title: 'Valid and invalid requests generated from the OpenAPI description',
    counts: '100,000 requests by 8 callers',
    bar: 'no 5xx, no undocumented status or body, no invalid request accepted, 405 with Allow',
    parts: all('test/faults/described-requests.test.ts', 'test/api/bad-input.test.ts'),
  },
  {
    id: 'R8',
    atOnce: true,
    title: 'Random command sequences match a model of bookings',
    counts: '1,000 sequences of 30 commands; 16 writers with 625 changes each for the feed',
    bar: 'no divergence; a failure prints the command that reproduces it',
    parts: [
      { file: 'test/long/booking-model.test.ts' },
      { file: 'test/faults/booking-races.test.ts', only: 'follower of the feed' },
    ],
  },
  {
    id: 'R9',
    atOnce: true,
    title: 'Every operation and page is called without permission',
    counts: 'every route with every kind of credentials',
    bar: 'nothing leaks or changes; resources of other accounts return the same bytes as unknown ids',
    parts: all(
      'test/faults/route-matrix.test.ts',
      'test/api/tenancy.test.ts',
      'test/long/booking-tenancy.test.ts',
      'test/long/webhook-tenancy.test.ts',
      'test/api/portal-tenancy.test.ts',
      'test/api/sandbox-tenancy.test.ts',
      'test/api/scopes.test.ts',
      'test/long/operator-roles.test.ts',
      'test/api/environments.test.ts',
    ),
  },
  {
    id: 'R10',
    atOnce: true,
    title: 'Attacks on OAuth, sessions and forms',
    counts:
      '31 redirect URIs; 100 revocations and 100 rotations over two processes; 16 concurrent uses of each code and token',
    bar: 'all are refused; guessing is blocked after 20 attempts per minute; a revoked token is refused on the next call in every process',
    parts: [
      ...all(
        'test/api/oauth-token.test.ts',
        'test/api/oauth-authorize.test.ts',
        'test/long/oauth-brute-force.test.ts',
        'test/api/oauth-code.test.ts',
        'test/long/oauth-revoke.test.ts',
        'test/api/oauth-sign-in.test.ts',
        'test/api/oauth-standard-client.test.ts',
        'test/long/oauth-user-grants.test.ts',
      ),
      { file: 'test/faults/two-processes.test.ts', only: 'revoked|rotated' },
    ],
  },
  {
    id: 'R11',
    title: 'The rate limit is exact across processes',
    counts: '3 windows of 960 requests by 64 callers over two processes',
    bar: 'exactly 300 requests per window, correct headers, other accounts unaffected, counters survive restarts',
    parts: [
      { file: 'test/faults/two-processes.test.ts', only: 'exactly 300' },
      { file: 'test/long/rate-limit.test.ts' },
      { file: 'test/long/temporary-block.test.ts' },
    ],
  },
  {
    id: 'R12',
    title: 'Webhook receivers fail in twelve ways',
    counts: '2,000 events to each of 12 receivers',
    bar: 'healthy receivers are not delayed, the retry schedule is exact, every recoverable delivery arrives, and 410 or five days of failures disable the endpoint',
    parts: all(
      'test/faults/webhook-storm.test.ts',
      'test/long/webhook-retries.test.ts',
      'test/api/webhook-verification.test.ts',
      'test/api/webhook-secrets.test.ts',
    ),
  },
  {
    id: 'R13',
    atOnce: true,
    title: 'Webhooks to forbidden addresses are blocked (SSRF)',
    counts: 'each address range and notation, each kind of redirect and response',
    bar: 'no connection to a private address, whatever its notation, redirect or DNS result',
    parts: all(
      'src/integrations/webhook-http/address-rules.test.ts',
      'src/integrations/webhook-http/egress-guard.test.ts',
      'src/integrations/webhook-http/forbidden-targets.test.ts',
      'src/integrations/webhook-http/guarded-connector.test.ts',
      'src/integrations/webhook-http/create-webhook-sender.test.ts',
      'src/integrations/webhook-http/webhook-tls.test.ts',
    ),
  },
  {
    id: 'R14',
    title: 'Hostile HTTP clients',
    counts: '200 slow bodies, 200 slow headers, 5,000 idle connections',
    bar: '413, 408, 431, 415; many slow and idle connections do not delay other callers and are closed in time',
    parts: [...all('test/long/hostile-http.test.ts'), ...ifPresent('test/faults/hostile-crowds.test.ts')],
  },
  {
    id: 'R15',
    title: 'Rolling restarts under load',
    counts: '20 restarts of 2 processes; 10 rounds of 2 API processes and 2 workers behind HAProxy',
    bar: 'no failure after one retry on the other process, shutdown within 10 s, no lease left behind',
    parts: [
      {
        file: 'test/faults/rolling-restart.test.ts',
        only: 'are restarted one|are replaced by|exit on SIGTERM',
      },
    ],
  },
  {
    id: 'R16',
    title: 'Arrival windows in twelve time zones, across daylight saving changes',
    counts: '12 time zones, 2 years, both clock changes',
    bar: 'windows are in order, none is in a skipped hour, repeated hours are distinguished, expired windows cannot be booked',
    parts: all('src/domain/time/arrival-window.dst.test.ts', 'src/domain/time/arrival-window.test.ts'),
  },
  {
    id: 'R17',
    title: 'Sustained load (soak test)',
    counts: '8 minutes at 60 requests per second, after a minute of warm-up',
    bar: 'stable heap after garbage collection, at most 350 MB of memory, stable sockets and connections, no 5xx, p99 of the last quarter at most 1.5 times that of the first',
    parts: ifPresent('test/faults/soak.test.ts'),
  },
  {
    id: 'R18',
    title: 'Lists are paged in both directions while they grow',
    counts: '1,000 bookings, 5,000 more during paging',
    bar: 'each earlier booking appears exactly once; next and previous are null at the ends',
    parts: all('test/long/booking-pages.test.ts'),
  },
  {
    id: 'R19',
    atOnce: true,
    title: 'Canary values reveal leaks of secrets and personal data',
    counts: '2,040 calls with canary values in every field',
    bar: 'no canary in logs, metrics or errors; after retention or erasure none in any table',
    parts: all(
      'test/faults/canaries.test.ts',
      'test/api/privacy.test.ts',
      'test/long/retention.test.ts',
      'test/contract/request-log.test.ts',
    ),
  },
  {
    id: 'R20',
    title: 'Backup, point-in-time restore, export and import',
    counts: '200 bookings before the backup and more during it; 500 exported',
    bar: 'everything acknowledged before the restore point is present, and the doctor finds no violation',
    parts: ifPresent('test/faults/backup-drill.test.ts', 'test/faults/export-import.test.ts'),
  },
  {
    id: 'R21',
    title: 'Upgrade under load',
    counts: '2,000 bookings during the migration',
    bar: 'no 5xx while the schema is migrated from the previous version; old processes keep working',
    parts: [{ file: 'test/faults/rolling-restart.test.ts', only: 'while a migration waits' }],
  },
  {
    id: 'R22',
    title: 'Failover to a synchronous standby',
    counts: '6 failovers with 200 bookings before each',
    bar: 'writes continue, no acknowledged write is lost',
    parts: ifPresent('test/faults/standby-promotion.test.ts'),
  },
  {
    id: 'R23',
    atOnce: true,
    title: 'Ledger and payments stay consistent',
    counts: '5 properties, 10,000 cases each',
    bar: 'the ledger balances, charges and refunds add up to the fare, nothing is charged twice',
    parts: all(
      'test/faults/ledger.test.ts',
      'test/faults/payment-plan.test.ts',
      'test/api/billing-doctor.test.ts',
    ),
  },
  {
    id: 'R24',
    title: 'The audit trail is complete and tamper-evident',
    counts: 'every write operation',
    bar: 'every change leaves one entry; a changed, removed or inserted entry is reported',
    parts: ifPresent('test/api/audit-trail.test.ts'),
  },
  {
    id: 'R25',
    atOnce: true,
    title: 'Dependencies are pinned and documented',
    counts: 'all packages',
    bar: 'exact versions, no registry URL, no unreviewed production package, all of them in the SBOM',
    parts: all('test/tools/lockfile.test.ts', 'test/tools/supply-chain.test.ts'),
  },
  {
    id: 'R26',
    title: 'Planted bugs are caught by the tests',
    counts: '12 bugs',
    bar: 'each planted bug is caught by the test for it',
    parts: all('test/faults/planted-bugs.test.ts'),
  },
  {
    id: 'R27',
    title: 'Documented time limits are met',
    counts: 'each documented time limit',
    bar: 'each is met on a dedicated machine; `npm test` only checks the behavior',
    parts: all(
      'packages/planner/src/plan-in-worker.test.ts',
      'src/db/embedded/data-directory-lock.test.ts',
      'src/db/pool.test.ts',
      'src/domain/dispatch/packing.test.ts',
      'src/integrations/geocoder/zip-geocoder.test.ts',
      'src/integrations/geocoder/provider-faults.test.ts',
      'src/integrations/router/create-router.test.ts',
      'test/api/capacity-calendar.test.ts',
      'test/long/exceptions.test.ts',
      'test/long/tracking-stream.test.ts',
      'test/long/webhook-worker.test.ts',
      'test/journeys/first-start.test.ts',
      'test/journeys/partner-cli.test.ts',
    ),
  },
  {
    id: 'R28',
    title: 'Imports of map regions are killed',
    counts: '20 kills at random moments, without and with roads',
    bar: 'the server answers from a complete version; the next import succeeds; nothing remains of the killed ones',
    parts: all('test/faults/map-imports.test.ts', 'test/external/map-roads.test.ts'),
  },
  {
    id: 'R29',
    title: 'The routing engine is killed, hangs or takes too much memory',
    counts: 'each fault',
    bar: 'routes are answered or 503, never estimated, and the engine is back by itself; no process remains',
    parts: all('test/external/routing-engine.test.ts'),
  },
  {
    id: 'R30',
    title: 'Callers compete for the last place in the plan of a day over two processes',
    counts:
      '500 rounds of 63 callers for 1 to 3 places; 1,000 sequences of 6 bookings, changes and cancellations',
    bar: 'exactly as many 201 responses as crews can drive, the rest 409 with param; after every step the plan serves every promised window',
    parts: [
      { file: 'test/faults/planned-windows.test.ts' },
      { file: 'test/long/drivable-windows.test.ts', only: 'after any sequence' },
    ],
  },
];

/** Fault tests without a number yet, so that they are run too. */
function unnumberedTests(): FaultTest[] {
  const named = new Set(numberedTests.flatMap(({ parts }) => parts.map(({ file }) => file)));
  const files = readdirSync(`${root}test/faults`)
    .filter((name) => name.endsWith('.test.ts') && !named.has(`test/faults/${name}`))
    .map((name) => `test/faults/${name}`);
  return [
    {
      id: 'R0',
      title: 'Fault tests without a number',
      counts: 'as in the files',
      bar: 'all tests pass',
      parts: all(...files),
    },
  ];
}

export const faultTests: readonly FaultTest[] = [...unnumberedTests(), ...numberedTests].filter(
  ({ parts }) => parts.length > 0,
);
