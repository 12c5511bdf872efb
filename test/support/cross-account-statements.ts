// SQL statements that may touch rows of several accounts, each with its reason. With several database servers they
// would have to run on all of them, so none of them may block a request.
import type { Verb } from './sharding-rule.ts';

interface AllowedStatement {
  readonly role: string;
  readonly verbs: readonly Verb[];
  readonly tables: readonly string[];
  readonly reason: string;
}

const stored: readonly Verb[] = ['select', 'update', 'delete'];
const read: readonly Verb[] = ['select'];

const allowedStatements: readonly AllowedStatement[] = [
  {
    role: 'app',
    verbs: ['update', 'delete'],
    tables: ['webhook_task', 'webhook_delivery'],
    reason:
      'what waits for an endpoint that is disabled or deleted: found through the endpoint, whose row is held; rare',
  },
  {
    role: 'app',
    verbs: read,
    tables: ['event'],
    reason:
      'of events that were already found by account, which endpoint one tells of: by its id, beside the first statement',
  },
  {
    role: 'app',
    verbs: ['select', 'update'],
    tables: ['due_job'],
    reason:
      "the sandbox's controls set when the job of a booking is due: found by its kind and subject, in no real traffic",
  },
  {
    role: 'identity',
    verbs: stored,
    tables: ['access_token', 'refresh_token', 'authorization_code', 'portal_link', 'portal_session'],
    reason:
      'a token says whose it is: the account is what is asked for. Needs a directory by hash (docs/scaling.md)',
  },
  {
    role: 'identity',
    verbs: stored,
    tables: ['api_client', 'client_secret', 'app_user'],
    reason: 'who signs in is known by client id or user name; the account is what is asked for',
  },
  {
    role: 'identity',
    verbs: read,
    tables: ['booking'],
    reason:
      'a tracking link is followed to its booking and account, by a token that is unique in the environment',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'access_token',
      'refresh_token',
      'authorization_code',
      'portal_link',
      'portal_session',
      'idempotency_record',
      'sandbox_refusal',
      'crew_action',
      'webhook_hour',
      'rate_limit',
    ],
    reason:
      'housekeeping: what has expired is removed for all accounts, a server at a time if there are several',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'event',
      'webhook_endpoint',
      'webhook_task',
      'webhook_delivery',
      'webhook_attempt',
      'webhook_health',
    ],
    reason:
      'the relay and the engine serve whoever is next, whoever it belongs to: one of each for every server',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'webhook_recovery',
      'webhook_secret',
      'due_job',
      'message',
      'photo',
      'crew_photo',
      'ended_booking',
    ],
    reason: 'work that is due, of all accounts: one runner for every server',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'booking',
      'booking_stop',
      'booking_contact',
      'booking_note',
      'booking_fact',
      'booking_day',
      'location',
    ],
    reason: 'the company sees the bookings of all its partners: console, crews, commands, doctor',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['quote'],
    reason:
      'the doctor reads all of them; erasing a person rewrites those of their bookings, and old ones go',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['crew_engagement', 'dispatch_offer'],
    reason: 'crews work for all accounts; capacity of crews is counted over all of them',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'api_client',
      'client_secret',
      'app_user',
      'cancellation_policy',
      'payment_setting',
      'notification_setting',
    ],
    reason: 'operators find and change what belongs to a partner by its own id',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['payment', 'payment_operation', 'request_log'],
    reason:
      'due payments of all accounts; calls that operators look up by request id, and erasure of one person everywhere',
  },
  {
    role: 'system',
    verbs: read,
    tables: ['audit_entry', 'billing_record', 'ledger_entry', 'quote_use'],
    reason: 'the doctor and the books are about all accounts; nothing is ever changed there',
  },
];

export function isKnownException(role: string, verb: Verb, table: string): boolean {
  return allowedStatements.some(
    (each) => each.role === role && each.verbs.includes(verb) && each.tables.includes(table),
  );
}
