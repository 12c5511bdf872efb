// Security events: each is an entry of the audit trail, a log line and a count of `waybill_security_events_total`. Failed
// attempts of unauthenticated callers are bounded: the metric counts all of them, the trail gets one per minute, event,
// name and client network, across all processes.

import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import {
  failedAttemptEvent,
  type SecurityEventName,
  securityEventNames,
  securityEvents,
} from '../domain/account/security-event.ts';
import type { Actor } from '../lib/actor.ts';
import type { Clock } from '../lib/clock.ts';
import { createGrowingCache } from '../lib/growing-cache.ts';
import { type Ids, uuidv7Of } from '../lib/ids.ts';
import { networkOf, plainAddress } from '../lib/ip-network.ts';
import type { KeyRing } from '../lib/key-ring.ts';
import { Problem } from '../lib/problem.ts';
import type { AuditedChange } from './audit-store.ts';
import type { AnyDatabase } from './branded-database.ts';
import { insertSecurityEntry } from './security-event-store.ts';

export interface SecurityEvent extends Omit<AuditedChange, 'action'> {
  readonly event: SecurityEventName;
  readonly actor: Actor;
  /** Client address; by default that of the actor. */
  readonly address?: string;
}

/** An attempt of an unauthenticated caller to prove who they are. */
export interface Attempt {
  /** Where: the actor of the event, for example `operator_sign_in`. */
  readonly surface: string;
  /** Kind of subject that the caller claims to be. */
  readonly kind: 'operator' | 'user' | 'client' | 'portal_member' | 'crew_member' | 'link';
  /** The typed name, or the token of a link. Only its keyed hash is stored: people type passwords here. */
  readonly name: string;
  readonly requestId: string;
  readonly address: string;
  /** Event of a throttled attempt. Default: `auth.throttled`. */
  readonly throttledEvent?: SecurityEventName;
  /** Looks up who has that name. Called only if an entry is written. */
  readonly identify?: () => Promise<{ readonly id: string; readonly accountId?: string | null } | undefined>;
}

export interface SecurityLogOptions {
  readonly environment: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: KeyRing;
  readonly log: Logger;
  /** null in commands: their process ends before a scrape. */
  readonly metrics: Registry | null;
}

const minuteMillis = 60_000;
const rememberedFailures = 20_000;
const maxNameLength = 255;

export class SecurityLog {
  readonly #options: SecurityLogOptions;
  readonly #count: (event: SecurityEventName) => void;
  /** Ids of entries that this process has written for failures, so that repetitions cost no statement. */
  readonly #written = createGrowingCache<true>(rememberedFailures, { ttl: minuteMillis });

  constructor(options: SecurityLogOptions) {
    this.#options = options;
    this.#count = eventCounter(options);
  }

  /** Records a fact in the caller's transaction, or on its own. Rejects if the entry cannot be written. */
  async record(
    db: AnyDatabase,
    { event, actor, address = actor.address, ...change }: SecurityEvent,
  ): Promise<void> {
    const { ids, clock } = this.#options;
    const entry = { ...change, action: event, actor, id: ids.next(), at: clock.now() };
    await insertSecurityEntry(db, {
      ...entry,
      address: address === undefined ? null : plainAddress(address),
    });
    this.#announce(event, { actor, subject: change.subject, address });
  }

  /**
   * Runs an authentication. If it is refused, records `auth.failed`, `mfa.failed` or `auth.throttled`. `db` is no
   * transaction: the refusal rolls back that of the caller.
   */
  async watch<T>(db: AnyDatabase, attempt: Attempt, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = error instanceof Problem ? failedAttemptEvent(error.code) : null;
      const event = failure === 'auth.throttled' ? (attempt.throttledEvent ?? failure) : failure;
      if (event !== null) await this.recordFailure(db, attempt, event);
      throw error;
    }
  }

  /** Records a failed attempt. Bounded, and never rejects: the caller is about to report the failure itself. */
  async recordFailure(db: AnyDatabase, attempt: Attempt, event: SecurityEventName): Promise<void> {
    const { clock, keys, log } = this.#options;
    const { surface, kind, requestId, address } = attempt;
    const at = clock.now();
    const minute = Math.floor(at.getTime() / minuteMillis) * minuteMillis;
    const nameHash = keys.signShort(`security ${kind} ${attempt.name.toLowerCase().slice(0, maxNameLength)}`);
    const id = uuidv7Of(
      minute,
      keys.sign(`security ${event} ${surface} ${nameHash} ${networkOf(address)} ${minute}`),
    );
    if (this.#written.has(id)) return this.#count(event);
    this.#written.set(id, true);
    try {
      const known = await attempt.identify?.();
      const actor = { kind: 'anonymous', id: surface, requestId } as const;
      const subject = known ? { kind, id: known.id } : { kind: `${kind}_name`, id: nameHash };
      const accountId = known?.accountId ?? null;
      const entry = { id, accountId, actor, action: event, subject, at };
      await insertSecurityEntry(db, { ...entry, address: plainAddress(address) });
      this.#announce(event, { actor, subject, address });
    } catch (error) {
      this.#written.delete(id);
      this.#count(event);
      log.error({ err: error, event, requestId }, 'failed to record security event');
    }
  }

  #announce(
    event: SecurityEventName,
    { actor, subject, address }: Pick<SecurityEvent, 'actor' | 'subject'> & { address: string | undefined },
  ): void {
    this.#count(event);
    const { severity } = securityEvents[event];
    const level = severity === 'info' ? 'info' : 'warn';
    const { kind, id, requestId } = actor;
    const network = address === undefined ? undefined : networkOf(address);
    const fields = { event, severity, actor: `${kind}:${id}`, subject: `${subject.kind}:${subject.id}` };
    this.#options.log[level]({ ...fields, requestId, network }, 'security event');
  }
}

const metricName = 'waybill_security_events_total';

/** The environments of one process share one registry. Starts every event at 0, so that alerts see the first one. */
function eventCounter({ metrics, environment }: SecurityLogOptions): (event: SecurityEventName) => void {
  if (metrics === null) return () => {};
  const counter = (metrics.getSingleMetric(metricName) as Counter | undefined) ?? newCounter(metrics);
  for (const event of securityEventNames) counter.inc({ environment, event }, 0);
  return (event) => counter.inc({ environment, event });
}

function newCounter(metrics: Registry): Counter {
  const help = 'Security events, including repetitions that the audit trail does not store';
  const labelNames = ['environment', 'event'];
  return new Counter({ name: metricName, help, labelNames, registers: [metrics] });
}
