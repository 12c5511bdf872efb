// GET /operator/stream: what open pages of the console hear. Server-sent events named `change`, each with one of these as
// JSON. It says that something moved, never what: pages ask again for what they show.

export const CHANGE_KINDS = [
  /** A booking, wherever it stands. */
  'booking',
  /** Where a crew is. */
  'crew',
  /** Crews, their people, vehicles and shifts. */
  'roster',
  /** Who is engaged in what, and who was offered what. */
  'engagements',
  /** What needs a decision. */
  'exceptions',
  /** What can still be booked when. */
  'capacity',
  /** Areas, price books, add-ons. */
  'areas',
  /** Organizations and their API clients. */
  'organizations',
  /** Who runs Waybill. */
  'operators',
  /** What is written to customers. */
  'messages',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ConsoleChange {
  readonly kind: ChangeKind;
  /** Of what it is about; left out where it may be all of them. */
  readonly id?: string;
}
