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
      'pending deliveries of a disabled or deleted endpoint: found through the endpoint, whose row is locked; rare',
  },
  {
    role: 'app',
    verbs: read,
    tables: ['event'],
    reason:
      'the endpoint of events that were already found by account: by id, pipelined with the first statement',
  },
  {
    role: 'app',
    verbs: ['select', 'update'],
    tables: ['due_job'],
    reason:
      "the sandbox controls set the due time of a booking's job: found by kind and subject, sandbox only",
  },
  {
    role: 'identity',
    verbs: stored,
    tables: ['access_token', 'refresh_token', 'authorization_code', 'portal_link', 'portal_session'],
    reason: 'the account is the result of the token lookup. Needs a directory by hash (docs/scaling.md)',
  },
  {
    role: 'identity',
    verbs: stored,
    tables: ['api_client', 'client_secret', 'app_user'],
    reason: 'lookup by client id or user name; the account is the result',
  },
  {
    role: 'identity',
    verbs: ['select', 'update'],
    tables: ['portal_member'],
    reason: 'people sign in with the token of a link; the account is the result',
  },
  {
    role: 'identity',
    verbs: read,
    tables: ['booking'],
    reason:
      'a tracking link is resolved to its booking and account by a token that is unique in the environment',
  },
  {
    role: 'identity',
    verbs: read,
    tables: ['branding_logo'],
    reason: 'a public logo is found by the digest in its URL; visitors of a page have no account',
  },
  {
    role: 'system',
    verbs: read,
    tables: ['branding'],
    reason: 'operators list the brandings of all accounts that wait for approval',
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
      'housekeeping: expired rows of all accounts are deleted, one server at a time if there are several',
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
    reason: 'the relay and the webhook engine process all accounts: one of each per server',
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
    reason: 'due work of all accounts: one runner per server',
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
    reason: 'operators see the bookings of all accounts: console, crews, commands, doctor',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['quote'],
    reason:
      'the doctor reads all quotes; erasure rewrites those of a person’s bookings, and retention deletes old ones',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['crew_engagement', 'dispatch_offer'],
    reason: 'crews work for all accounts, and their capacity is counted over all of them',
  },
  {
    role: 'system',
    verbs: stored,
    tables: [
      'api_client',
      'client_secret',
      'app_user',
      'portal_member',
      'cancellation_policy',
      'payment_setting',
      'notification_setting',
      'message_limit',
      'message_limit_day',
    ],
    reason: 'operators find and change data of a partner by its id',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['payment', 'payment_operation', 'request_log'],
    reason:
      'due payments of all accounts; request log lookups by request id, and erasure of a person in all accounts',
  },
  {
    role: 'system',
    verbs: stored,
    tables: ['audit_address'],
    reason: 'administrators list security events of all accounts, and retention deletes old client addresses',
  },
  {
    role: 'system',
    verbs: read,
    tables: ['audit_entry', 'billing_record', 'ledger_entry', 'quote_use'],
    reason: 'the doctor and the ledger cover all accounts; these rows are never changed',
  },
];

export function isAllowedStatement(role: string, verb: Verb, table: string): boolean {
  return allowedStatements.some(
    (each) => each.role === role && each.verbs.includes(verb) && each.tables.includes(table),
  );
}
