// Events of GET /operator/stream: server-sent events named `change`, each with a ConsoleChange as JSON. They carry no
// data: pages reload what they show.
import { Type } from 'typebox';
import { OneOf, type View } from '../../../http/operations/schemas.ts';

export const CHANGE_KINDS = [
  /** A booking, in any state. */
  'booking',
  /** The position of a crew. */
  'crew',
  /** Crews, crew members, vehicles and shifts. */
  'roster',
  /** Engagements and offers. */
  'engagements',
  /** Plans: their progress and status. */
  'plans',
  /** Planned crews and times of bookings. */
  'planned_jobs',
  /** Open exceptions and decisions. */
  'exceptions',
  /** Capacity and capacity overrides. */
  'capacity',
  /** Service areas, price books, add-ons. */
  'areas',
  /** Organizations and their API clients. */
  'organizations',
  /** Operators, invitations and the sign-in policy. */
  'operators',
  /** Users of partner applications. */
  'users',
  /** Messages to customers. */
  'messages',
] as const;

export const ConsoleChangeSchema = Type.Object({
  kind: OneOf(CHANGE_KINDS),
  id: Type.Optional(
    Type.String({
      description: 'Id of the changed object; omitted if any object of the kind may have changed.',
    }),
  ),
});
export type ConsoleChange = View<typeof ConsoleChangeSchema>;
