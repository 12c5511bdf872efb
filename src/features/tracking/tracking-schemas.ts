// Response schemas of /track/api.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../domain/dispatch/product.ts';
import { PageMapSchema } from '../../http/operations/page-map.ts';
import { GeometrySchema } from '../../http/operations/route-geometry.ts';
import {
  Coordinates,
  Nullable,
  NullableObject,
  OneOf,
  Timestamp,
  type View,
} from '../../http/operations/schemas.ts';
import { lookFields } from '../branding/page-look.ts';

const PointSchema = Coordinates({ $id: 'Point', description: '[longitude, latitude]' });
export type Point = View<typeof PointSchema>;

const timeSpan = { from: Timestamp(), to: Timestamp() };

const TrackingStopSchema = Type.Object(
  {
    position: Type.Integer(),
    kind: OneOf(['pickup', 'stop', 'dropoff']),
    is_yours: Type.Boolean({ description: 'Whether the stop belongs to the contact who holds the link.' }),
    place: Type.String({ description: 'Street and town; for stops of other contacts only the town.' }),
    unit: Nullable(Type.String({ description: "Apartment or suite; only for the viewer's own stops." })),
    state: OneOf(['waiting', 'next', 'driving', 'here', 'done', 'skipped']),
    failure: Nullable(
      OneOf(['come_to_door', 'other'], {
        description:
          'The crew cannot complete the stop, and an operator has to decide. `come_to_door`: the person at the stop can end the failure.',
      }),
    ),
    planned: Nullable(
      Type.Object(timeSpan, {
        description: 'The arrival window, or the range that follows from it; null for on-demand windows.',
      }),
    ),
    eta: Nullable(Type.Object(timeSpan)),
    arrived_at: Nullable(Timestamp()),
    done_at: Nullable(Timestamp()),
    time_zone: Type.String(),
    point: PointSchema,
    photos: Type.Array(Type.String(), { description: 'Paths on this host.' }),
    photo_links: Type.Array(Type.String(), { description: 'Photos on other hosts: linked, never embedded.' }),
  },
  { $id: 'TrackingStop' },
);
export type TrackingStop = View<typeof TrackingStopSchema>;

const TrackingCrewSchema = Type.Object(
  {
    members: Type.Array(
      Type.Object({
        first_name: Type.String(),
        avatar: Nullable(Type.String({ description: 'A path on this host.' })),
      }),
    ),
    vehicle_type: OneOf(VEHICLE_TYPES),
    rating: Type.Number(),
    phone_number: Nullable(Type.String({ description: 'Masked number for this booking.' })),
    point: Type.Unsafe<Point | null>({
      anyOf: [PointSchema, { type: 'null' }],
      description: 'Set only while the crew is driving to a stop.',
    }),
    point_at: Nullable(Timestamp()),
  },
  { $id: 'TrackingCrew' },
);
export type TrackingCrew = View<typeof TrackingCrewSchema>;

const TrackingStageSchema = OneOf(
  ['scheduled', 'assigned', 'on_the_way', 'at_stop', 'completed', 'cancelled'],
  {
    $id: 'TrackingStage',
    description: '`scheduled`: no crew yet. `assigned`: a crew is assigned and has not departed.',
  },
);

export const TrackingViewSchema = Type.Object(
  {
    confirmation_code: Type.String(),
    sender: Nullable(Type.String({ description: 'The organization that booked.' })),
    branding: NullableObject(
      {
        ...lookFields,
        help: NullableObject(
          {
            email: Nullable(Type.String()),
            phone: Nullable(Type.String()),
            url: Nullable(Type.String()),
          },
          'Contact for questions; null: the page names the organization only.',
        ),
      },
      'Approved branding of the organization; null: the default look.',
    ),
    stage: TrackingStageSchema,
    window: Nullable(
      Type.Object(
        { ...timeSpan, time_zone: Type.String(), stop: Type.Integer() },
        { description: 'null for on-demand windows. `stop` is the position of the reference stop.' },
      ),
    ),
    is_late: Type.Boolean({ description: 'The window has passed, or the ETA is after its end.' }),
    is_reassigning: Type.Boolean({ description: 'The crew was lost, and another one is being assigned.' }),
    focus: Type.Integer({ description: 'Position of the stop that is most relevant to the viewer.' }),
    is_done_for_you: Type.Boolean({
      description: 'All stops of the viewer are done, but the job continues.',
    }),
    stops: Type.Array(TrackingStopSchema),
    geometry: GeometrySchema,
    crew: Type.Unsafe<TrackingCrew | null>({ anyOf: [TrackingCrewSchema, { type: 'null' }] }),
    cancellation: Nullable(
      Type.Object({ at: Timestamp(), because: OneOf(['requested', 'no_crew', 'other']) }),
    ),
    redelivery: NullableObject(
      {
        url: Nullable(Type.String({ description: 'Path of the tracking page of the new booking.' })),
        expected: Nullable(Type.Object(timeSpan)),
        time_zone: Type.String(),
      },
      'Another booking delivers a skipped stop of the viewer again.',
    ),
    map: PageMapSchema,
    now: Timestamp({ description: 'Server time.' }),
    expires_at: Nullable(Timestamp()),
  },
  { $id: 'TrackingView' },
);
export type TrackingView = View<typeof TrackingViewSchema>;

export const TrackingChangeSchema = Type.Object({ kind: OneOf(['booking']) }, { $id: 'TrackingChange' });
