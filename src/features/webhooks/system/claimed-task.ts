// What the dispatcher sends: deliveries that this process holds, either as leased rows of `webhook_task`, or as part of
// a hand-off, which has one row for all its deliveries.
import type { DeliveryTrigger } from '../../../domain/webhook/webhook-delivery.ts';

export interface ClaimedTask {
  /** null while the delivery is handed off and has no row of its own. */
  row: LeasedRow | null;
  /** null if the task was claimed. */
  readonly origin: HandOffOrigin | null;
  readonly accountId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly bookingId: string | null;
  readonly trigger: DeliveryTrigger;
  /** Also set when a test delivery is resent. */
  readonly isTest: boolean;
  readonly tries: number;
  /** Priority: 0 manual (a user waits for it), 1 never attempted, 2 attempted before. */
  readonly rank: number;
  readonly url: string;
  /** Encrypted signing secrets of the endpoint, as JSON; see `SigningKeys`. */
  readonly secrets: string;
  /** The body to send, one Buffer shared by all tasks of the event. null if the retention of the event has ended. */
  readonly payload: Buffer | null;
  readonly occurredAt: Date | null;
}

export interface LeasedRow {
  readonly id: string;
  /** As formatted by PostgreSQL. Compared with the row to find out whether this process still holds the lease. */
  readonly leasedUntil: string;
}

export interface HandOffOrigin {
  readonly handOff: HandOff;
  readonly eventType: string;
}

/** The deliveries of one relay batch that this process sends without rows of their own. */
export class HandOff {
  readonly id: string;
  /** As formatted by PostgreSQL. */
  readonly leasedUntil: string;
  /** Creation time of the deliveries. */
  readonly createdAt: Date;
  /** Deliveries without a row in the database. The hand-off ends with the last one. */
  readonly unrecorded = new Set<ClaimedTask>();

  constructor(id: string, leasedUntil: string, createdAt: Date) {
    this.id = id;
    this.leasedUntil = leasedUntil;
    this.createdAt = createdAt;
  }
}
