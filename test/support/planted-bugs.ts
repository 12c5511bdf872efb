// Twelve bugs that a service like this could have, each with the test that must catch it.
import type { PlantedBug } from './planted-tree.ts';

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a booking is acknowledged before it is committed',
    edits: [
      {
        file: 'src/features/bookings/save-booking.ts',
        find: '      await commit([...statements, ...hook(wire)]);',
        replace: `      const written = commit([...statements, ...hook(wire)]);
      await Promise.race([written, new Promise((resolve) => setTimeout(resolve, 1))]);`,
      },
    ],
    caughtBy: {
      file: 'test/faults/booking-kills.test.ts',
      test: 'loses no acknowledged booking, duplicates none and overbooks no window',
    },
    bundled: true,
  },
  {
    name: 'a window is booked without checking its capacity',
    edits: [
      {
        file: 'src/features/schedule/capacity-store.ts',
        find: `do update set reserved = b.reserved + 1 where b.reserved < \${capacity}`,
        replace: `do update set reserved = b.reserved + 1 where b.reserved < 1000 * \${capacity}::int`,
      },
    ],
    caughtBy: { file: 'test/faults/booking-races.test.ts', test: 'for the last capacity of a window' },
    bundled: true,
  },
  {
    name: 'a cancellation writes no event',
    edits: [
      {
        file: 'src/features/bookings/save-booking.ts',
        find: '  return events.map((event) => eventInsertion(',
        replace: `  return events.filter(({ type }) => type !== 'booking.cancelled').map((event) => eventInsertion(`,
      },
    ],
    caughtBy: {
      file: 'test/long/booking-model.test.ts',
      test: 'never differ after random commands in any order',
    },
  },
  {
    name: 'a booking is read without checking its account',
    edits: [
      {
        file: 'src/features/bookings/booking-store.ts',
        find: `wire::text end as wire\n    from booking where account_id = \${accountId} and id = \${id}\``,
        replace: `wire::text end as wire\n    from booking where \${accountId}::uuid is not null and id = \${id}\``,
      },
      {
        file: 'migrations/0007_bookings.sql',
        find: "'create policy own_account on %I to waybill_app using (account_id = current_account_id())'",
        replace: "'create policy own_account on %I to waybill_app using (true)'",
      },
    ],
    caughtBy: {
      file: 'test/long/booking-tenancy.test.ts',
      test: 'as if it did not exist: GET /bookings/{booking}',
    },
  },
  {
    name: 'an event that is processed twice is charged twice',
    edits: [
      {
        file: 'src/domain/money/billing-record.ts',
        find: '  if (owed.length === 0) return recordOf(',
        replace: '  if (owed.length < 2) return recordOf(',
      },
    ],
    caughtBy: {
      file: 'test/faults/ledger.test.ts',
      test: 'bills an event that is processed twice only once',
    },
  },
  {
    name: 'each process counts the rate limit for itself',
    edits: [
      {
        file: 'src/http/limits/rate-limit.ts',
        find: 'const lease = await takeLease(this.#db, accountId, reported, this.#config).catch((error: unknown) => {',
        replace: `const { requests, windowSeconds } = this.#config;
    const lease = await takeLease(this.#db, accountId, reported, this.#config)
      .then((taken) => ({ ...taken, granted: requests, remaining: 0, resetsInMillis: windowSeconds * 1000 }))
      .catch((error: unknown) => {`,
      },
    ],
    caughtBy: {
      file: 'test/long/rate-limit.test.ts',
      test: 'admits exactly the announced number of requests over two processes with 64 concurrent callers',
    },
  },
  {
    name: 'a webhook follows redirects',
    edits: [
      {
        file: 'src/integrations/webhook-http/create-webhook-sender.ts',
        find: '      return resultOf(end, target, config,',
        replace: `      const elsewhere = end.response?.header('location');
      if (elsewhere) await fetch(elsewhere, { method: 'POST', body: request.body }).catch(() => {});
      return resultOf(end, target, config,`,
      },
    ],
    caughtBy: {
      file: 'src/integrations/webhook-http/create-webhook-sender.test.ts',
      test: 'does not follow redirects',
    },
  },
  {
    name: 'request bodies are logged',
    edits: [
      {
        file: 'src/http/server/access-log.ts',
        find: '        status: reply.statusCode,\n        ms:',
        replace:
          '        status: reply.statusCode,\n        sent: JSON.stringify(request.body),\n        ms:',
      },
    ],
    caughtBy: {
      file: 'test/faults/canaries.test.ts',
      test: 'do not appear in logs or metrics, whatever is sent or refused',
    },
  },
  {
    name: 'an Idempotency-Key is shared by all accounts',
    edits: [
      {
        file: 'src/http/operations/idempotent-write.ts',
        find: 'const waitMillis = 10_000;',
        replace: 'const waitMillis = 10_000;\nconst answers = new Map<string, Answer>();',
      },
      {
        file: 'src/http/operations/idempotent-write.ts',
        find: '    const name = canonicalJson(scope);\n',
        replace: `    const name = canonicalJson(scope);
    const known = answers.get(scope.key);
    if (known) return { answer: known, replayed: true };
`,
      },
      {
        file: 'src/http/operations/idempotent-write.ts',
        find: '      return { answer, replayed: false };',
        replace: '      answers.set(scope.key, answer);\n      return { answer, replayed: false };',
      },
    ],
    caughtBy: {
      file: 'test/api/idempotency.test.ts',
      test: 'belongs to one account: another may use the same key',
    },
  },
  {
    name: 'every day is assumed to have 24 hours',
    edits: [
      {
        file: 'src/domain/time/window-starts.ts',
        find: 'for (const startMs of instantsAt(spans, dayMs + minute * MINUTE_MS)) {',
        replace:
          'for (const startMs of instantsAt(spans, dayMs).map((midnightMs) => midnightMs + minute * MINUTE_MS)) {',
      },
    ],
    caughtBy: {
      file: 'src/domain/time/arrival-window.dst.test.ts',
      test: 'are twelve per day from 8 AM to 8 PM, also on days with a clock change',
    },
  },
  {
    name: 'request bodies have no size limit',
    edits: [
      {
        file: 'src/http/server/server.ts',
        find: 'const bodyLimitBytes = 256 * 1024;',
        replace: 'const bodyLimitBytes = 1024 ** 3;',
      },
    ],
    caughtBy: {
      file: 'test/api/bad-input.test.ts',
      test: 'accepts a body of 256 KB and refuses one byte more',
    },
  },
  {
    name: 'a process keeps a token that was revoked in another process',
    edits: [
      {
        file: 'src/features/oauth/token-cache.ts',
        find: "    const [revocationId = '', ...keys] = payload.split(' ');\n    this.#invalidate(keys);",
        replace: "    const [revocationId = ''] = payload.split(' ');",
      },
    ],
    caughtBy: {
      file: 'test/long/oauth-revoke.test.ts',
      test: 'takes effect in every process from the next request on, in all of 100 rounds',
    },
  },
];
