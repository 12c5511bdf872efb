// The fault tests as data: each has a number, acceptance criteria, and test files. `npm run faults` runs them with full
// counts, `npm test` runs the same files with small counts.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Part {
  readonly file: string;
  /** Regular expression for the full titles of the tests to run; without it, all tests of the file. */
  readonly only?: string;
}

export interface FaultTest {
  readonly id: string;
  readonly title: string;
  /** Operations of a full run; `npm test` does fewer. */
  readonly counts: string;
  /** Acceptance criteria. */
  readonly bar: string;
  readonly parts: readonly Part[];
  /** The files may run two at a time: they measure no times and do not already use the whole machine. */
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
    title: 'kill -9 of server and workers under load',
    counts:
      '100 kills of the server under 8 partners, 30 of workers, 20 during the first start, 30 with the embedded PostgreSQL, 10 of that alone; 25 jobs of crews',
    bar: 'no acknowledged booking lost, none twice, no window overbooked, every event delivered, repeats at most a batch per kill',
    parts: all(
      'test/faults/booking-kills.test.ts',
      'test/faults/webhook-kills.test.ts',
      'test/faults/killed-process.test.ts',
      'test/faults/message-kills.test.ts',
      'test/faults/crew-kills.test.ts',
      'test/faults/interrupted-start.test.ts',
    ),
  },
  {
    id: 'R2',
    title: 'the database crashes, goes away, or says nothing',
    counts: '20 crashes and 3 outages of 10 s under load, 1 silence',
    bar: 'same process throughout, 503 api_error and never 500 while it is away, back by itself, nothing acknowledged is lost',
    parts: all(
      'test/faults/database-crashes.test.ts',
      'test/faults/database-outage.test.ts',
      'test/faults/silent-database.test.ts',
      'test/faults/embedded-postgres.test.ts',
      'test/faults/embedded-postgres-users.test.ts',
    ),
  },
  {
    id: 'R3',
    title: 'the last places of a window, two processes',
    counts: '500 rounds of 63 callers for 1 to 5 places; 100 quotes, 8 callers each',
    bar: 'exactly as many 201 as there are places, the rest 409 with param, also while places are given back',
    parts: [{ file: 'test/faults/booking-races.test.ts', only: 'last places|one quote' }],
  },
  {
    id: 'R4',
    title: 'one Idempotency-Key many times at once',
    counts: '500 keys, 16 callers each',
    bar: 'one booking, byte-equal answers; another body 422; per account; survives restarts; forgotten after a day',
    parts: [
      { file: 'test/faults/booking-races.test.ts', only: 'one Idempotency-Key' },
      { file: 'test/api/idempotency.test.ts' },
    ],
  },
  {
    id: 'R5',
    title: 'everything at once on one booking, crews and windows swapped',
    counts: '300 rounds of 6 changes; 1,000 rounds of swaps; 500 bookings for 100 crews',
    bar: 'each change whole or refused, no 5xx, no deadlock, no crew with two jobs',
    parts: [
      { file: 'test/faults/booking-races.test.ts', only: 'change one booking|swap windows' },
      { file: 'test/faults/dispatch-races.test.ts' },
    ],
  },
  {
    id: 'R6',
    title: 'restarts while simulations play',
    counts: '50 jobs, 10 restarts',
    bar: 'every job completed, one charge, a photo for each stop, as many events as the booking counts',
    parts: all('test/faults/simulation-kills.test.ts'),
  },
  {
    id: 'R7',
    title: 'requests made from the published description, good and bad',
    counts: '100,000 requests of 8 callers',
    bar: 'no 5xx, no status or body that is not described, no invalid request accepted, 405 with Allow',
    parts: all('test/faults/described-requests.test.ts', 'test/api/bad-input.test.ts'),
  },
  {
    id: 'R8',
    atOnce: true,
    title: 'a partner’s idea of its bookings against the server',
    counts: '1,000 sequences of 30 commands; 16 writers with 625 changes each for the feed',
    bar: 'no divergence; a failing seed prints the command that repeats it',
    parts: all('test/api/booking-model.test.ts', 'test/faults/events-feed.test.ts'),
  },
  {
    id: 'R9',
    atOnce: true,
    title: 'every operation and page by everybody who may not',
    counts: 'every route by everybody',
    bar: 'nothing leaks or changes; what is somebody else’s is answered to the letter like what does not exist',
    parts: all(
      'test/faults/route-matrix.test.ts',
      'test/api/tenancy.test.ts',
      'test/api/booking-tenancy.test.ts',
      'test/api/webhook-tenancy.test.ts',
      'test/api/portal-tenancy.test.ts',
      'test/api/sandbox-tenancy.test.ts',
      'test/api/scopes.test.ts',
      'test/api/operator-roles.test.ts',
      'test/api/environments.test.ts',
    ),
  },
  {
    id: 'R10',
    atOnce: true,
    title: 'attacks on OAuth, sessions and forms',
    counts: '31 redirect URIs; 100 revocations over two processes; 16 at once for each code and token',
    bar: 'all refused; guessing ends after 20 a minute; a revoked token is refused on the next call everywhere',
    parts: [
      ...all(
        'test/api/oauth-token.test.ts',
        'test/api/oauth-authorize.test.ts',
        'test/api/oauth-brute-force.test.ts',
        'test/api/oauth-code.test.ts',
        'test/api/oauth-revoke.test.ts',
        'test/api/oauth-sign-in.test.ts',
        'test/api/oauth-standard-client.test.ts',
        'test/api/oauth-user-grants.test.ts',
      ),
      { file: 'test/faults/two-processes.test.ts', only: 'revoked' },
    ],
  },
  {
    id: 'R11',
    title: 'the rate limit over processes',
    counts: '3 windows of 960 requests by 64 callers over two processes',
    bar: 'exactly 300 in a window, headers right, others untouched, counted on through restarts',
    parts: [
      { file: 'test/faults/two-processes.test.ts', only: 'exactly 300' },
      { file: 'test/api/rate-limit.test.ts' },
      { file: 'test/api/temporary-block.test.ts' },
    ],
  },
  {
    id: 'R12',
    title: 'webhook receivers that misbehave in twelve ways',
    counts: '2,000 events to each of 12 receivers',
    bar: 'the well ones are not held up, the schedule is exact, everything recoverable arrives, 410 and five dead days disable',
    parts: all(
      'test/faults/webhook-storm.test.ts',
      'test/api/webhook-retries.test.ts',
      'test/api/webhook-verification.test.ts',
      'test/api/webhook-secrets.test.ts',
    ),
  },
  {
    id: 'R13',
    atOnce: true,
    title: 'webhooks to where they must not go',
    counts: 'each range and spelling of addresses, each kind of redirect and answer',
    bar: 'no connection to anything private, however it is spelled, redirected to or resolved',
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
    title: 'hostile HTTP',
    counts: '200 slow bodies, 200 slow headers, 5,000 idle connections',
    bar: '413, 408, 431, 415; crowds of slow and idle callers keep nobody waiting and are gone in time',
    parts: [...all('test/api/hostile-http.test.ts'), ...ifPresent('test/faults/hostile-crowds.test.ts')],
  },
  {
    id: 'R15',
    title: 'rolling restarts under load',
    counts: '20 restarts of 2 processes; 10 rounds of 2 API processes and 2 workers behind HAProxy',
    bar: 'no failure after one retry at the other process, ended within 10 s, no lease left behind',
    parts: ifPresent('test/faults/rolling-restarts.test.ts', 'test/faults/rolling-restart.test.ts'),
  },
  {
    id: 'R16',
    title: 'time: twelve zones, both clock changes, two years',
    counts: '12 zones, 2 years, both changes',
    bar: 'windows in order, none in an hour that does not exist, repeated hours told apart, nothing expired is bookable',
    parts: all('src/domain/arrival-window.dst.test.ts', 'src/domain/arrival-window.test.ts'),
  },
  {
    id: 'R17',
    title: 'soak',
    counts: '8 minutes at 60 requests a second',
    bar: 'heap after collection flat, memory at most 350 MB, sockets and connections flat, no 5xx, no slower at the end',
    parts: ifPresent('test/faults/soak.test.ts'),
  },
  {
    id: 'R18',
    title: 'lists read both ways while they grow',
    counts: '1,000 bookings, 5,000 more meanwhile',
    bar: 'each earlier booking exactly once, null at both ends',
    parts: all('test/api/booking-pages.test.ts'),
  },
  {
    id: 'R19',
    atOnce: true,
    title: 'canaries for secrets and personal data',
    counts: '2,040 calls with marked people and secrets in every field',
    bar: 'none in logs, metrics and errors; after retention or erasure none in any table',
    parts: all(
      'test/faults/canaries.test.ts',
      'test/api/privacy.test.ts',
      'test/api/retention.test.ts',
      'test/contract/request-log.test.ts',
    ),
  },
  {
    id: 'R20',
    title: 'backup, point-in-time restore, and moving house',
    counts: '200 bookings before the backup and more during it; 500 to move',
    bar: 'what was acknowledged before the chosen moment is there again and the doctor is content',
    parts: ifPresent('test/faults/backup-drill.test.ts', 'test/faults/export-import.test.ts'),
  },
  {
    id: 'R21',
    title: 'upgrade under load',
    counts: '2,000 bookings while it runs',
    bar: 'no 5xx while the schema moves from the one before, old programs go on',
    parts: ifPresent('test/faults/upgrade-under-load.test.ts'),
  },
  {
    id: 'R22',
    title: 'promotion of a synchronous standby',
    counts: '6 promotions with 200 bookings before each',
    bar: 'writes go on, nothing acknowledged is lost',
    parts: ifPresent('test/faults/standby-promotion.test.ts'),
  },
  {
    id: 'R23',
    atOnce: true,
    title: 'money, whatever happens',
    counts: '5 properties, 10,000 cases each',
    bar: 'the ledger balances, charges and refunds make the fare, nothing is charged twice',
    parts: all(
      'test/faults/ledger.test.ts',
      'test/faults/payment-plan.test.ts',
      'test/api/billing-doctor.test.ts',
    ),
  },
  {
    id: 'R24',
    title: 'the audit trail',
    counts: 'every operation that writes',
    bar: 'every change leaves one entry; a changed, removed or slipped-in entry is named',
    parts: ifPresent('test/api/audit-trail.test.ts'),
  },
  {
    id: 'R25',
    atOnce: true,
    title: 'what we depend on',
    counts: 'all packages',
    bar: 'exact versions, no registry address, no more production packages than there were, all of them in the bill of materials',
    parts: all('test/contract/lockfile.test.ts', 'test/contract/supply-chain.test.ts'),
  },
  {
    id: 'R26',
    title: 'the tests themselves: planted bugs',
    counts: '12 bugs',
    bar: 'each of the planted bugs is caught by the test that is there for it',
    parts: all('test/faults/planted-bugs.test.ts'),
  },
  {
    id: 'R27',
    title: 'the times that we promise',
    counts: 'each promised time',
    bar: 'on a machine of its own each is kept; `npm test` only asks that it happens',
    parts: all(
      'src/db/embedded/data-directory-lock.test.ts',
      'src/db/pool.test.ts',
      'src/domain/packing.test.ts',
      'src/integrations/geocoder/embedded-geocoder.test.ts',
      'src/integrations/geocoder/provider-faults.test.ts',
      'src/integrations/router/create-router.test.ts',
      'test/api/capacity-calendar.test.ts',
      'test/api/exceptions.test.ts',
      'test/api/tracking-stream.test.ts',
      'test/api/webhook-worker.test.ts',
      'test/journeys/first-start.test.ts',
      'test/journeys/partner-cli.test.ts',
    ),
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
      title: 'fault tests without a number',
      counts: 'their own',
      bar: 'they pass',
      parts: all(...files),
    },
  ];
}

export const faultTests: readonly FaultTest[] = [...unnumberedTests(), ...numberedTests].filter(
  ({ parts }) => parts.length > 0,
);
