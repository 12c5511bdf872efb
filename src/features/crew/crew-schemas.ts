// Request and response schemas of /crew/api. The contract only grows, because a phone may still run yesterday's page.
import { type Static, Type } from 'typebox';
import { STOP_FAILURE_REASONS } from '../../domain/booking/stop-failure-reasons.ts';
import { CREW_PROBLEMS } from '../../domain/dispatch/crew-problem.ts';
import { REPORT_KINDS, REPORT_REFUSALS } from '../../domain/dispatch/crew-step-check.ts';
import { OFFER_DECLINE_REASONS } from '../../domain/dispatch/offer-decline-reasons.ts';
import { VEHICLE_TYPES } from '../../domain/dispatch/product.ts';
import { PageMapSchema } from '../../http/operations/page-map.ts';
import { GeometrySchema } from '../../http/operations/route-geometry.ts';
import {
  Coordinates,
  DateTime,
  Nullable,
  OneOf,
  Timestamp,
  Uuid,
  type View,
} from '../../http/operations/schemas.ts';
import { stopFields } from '../locations/schemas.ts';

const noOtherFields = { additionalProperties: false };

const PointSchema = Coordinates({ $id: 'Point', description: '[longitude, latitude]' });
export type Point = View<typeof PointSchema>;

export const SignInSchema = Type.Object(
  {
    token: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Token of a one-time link.' }),
    ),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Phone number or code, with `pin`.' }),
    ),
    pin: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  { ...noOtherFields, $id: 'CrewSignIn' },
);

export const CrewSessionSchema = Type.Object(
  {
    member: Type.Object({ id: Uuid(), first_name: Type.String() }),
    environment: OneOf(['production', 'sandbox']),
    csrf_token: Type.String({ description: 'Required as `x-csrf-token` header of every write.' }),
  },
  { $id: 'CrewSession' },
);

const CrewContactSchema = Type.Object(
  {
    name: Nullable(Type.String()),
    phone_number: Type.String(),
    is_masked: Type.Boolean({
      description: 'Whether this is a masked number. It works while the crew is at the stop or on its way.',
    }),
  },
  { $id: 'CrewContact' },
);

const CrewNoteSchema = Type.Object(
  {
    at: Timestamp(),
    by: Type.String({ description: 'First name of the crew member.' }),
    text: Type.String({ description: 'Empty for a problem without a note.' }),
    problem: Nullable(OneOf(CREW_PROBLEMS, { description: 'Reported on the way; null for a note.' })),
  },
  { $id: 'CrewNote' },
);

const CrewStopStateSchema = OneOf(['waiting', 'pending', 'driving', 'at', 'failed', 'done', 'skipped'], {
  $id: 'CrewStopState',
  description:
    '`waiting`: a later stop. `pending`: the next stop; the crew has not departed. `failed`: the crew is at the ' +
    'stop; an operator has to decide.',
});

const { address2: _unit, elevator, ...details } = stopFields;

const CrewStopSchema = Type.Object(
  {
    id: Uuid(),
    position: Type.Integer(),
    kind: OneOf(['pickup', 'stop', 'dropoff']),
    state: CrewStopStateSchema,
    name: Type.String({ description: 'Address line or name of the place.' }),
    locality: Type.String(),
    unit: Nullable(Type.String()),
    has_elevator: elevator,
    ...details,
    point: PointSchema,
    time_zone: Type.String(),
    planned: Nullable(
      Type.Object(
        { from: Timestamp(), to: Timestamp() },
        {
          description:
            'When customers expect the crew; null for on-demand windows and once the stop is done or skipped.',
        },
      ),
    ),
    notes: Type.Array(CrewNoteSchema, { description: 'Notes of the crew, oldest first.' }),
    contacts: Type.Array(CrewContactSchema, { description: 'Empty once the stop is done or skipped.' }),
    photos_required: Type.Integer({ description: 'Minimum number of photos to complete the stop.' }),
    arrived_at: Nullable(Timestamp()),
    done_at: Nullable(Timestamp()),
  },
  { $id: 'CrewStop' },
);

const jobWindow = Nullable(
  Type.Object(
    { from: Timestamp(), to: Timestamp(), time_zone: Type.String(), stop: Type.Integer() },
    { description: 'null for on-demand windows. `stop` is the position of the reference stop.' },
  ),
);

const CrewJobSchema = Type.Object(
  {
    booking_id: Uuid(),
    code: Type.String({ description: 'Confirmation code.' }),
    order_number: Nullable(Type.String()),
    description: Nullable(Type.String()),
    starts_at: Timestamp({ description: 'Planned departure.' }),
    window: jobWindow,
    is_under_way: Type.Boolean(),
    dispatch_phone_number: Nullable(
      Type.String({ description: 'Number of dispatch in the area of the booking.' }),
    ),
    stops: Type.Array(CrewStopSchema),
    geometry: GeometrySchema,
  },
  { $id: 'CrewJob' },
);

const CrewOfferSchema = Type.Object(
  {
    id: Uuid(),
    code: Type.String({ description: 'Confirmation code of the booking.' }),
    state: OneOf(['open', 'expired', 'taken', 'withdrawn'], {
      description: '`taken`: another crew has the booking. Closed offers are listed for 10 minutes.',
    }),
    expires_at: Timestamp({ description: 'In server time, as `now` of the day.' }),
    starts_at: Timestamp({ description: 'Planned departure.' }),
    arrives_at: Timestamp({ description: 'Planned arrival at the first stop.' }),
    ends_at: Timestamp({ description: 'Planned end of the last stop.' }),
    time_zone: Type.String({ description: 'Time zone of the first stop.' }),
    window: jobWindow,
    description: Nullable(Type.String({ description: 'The items, in the words of the partner.' })),
    vehicle_types: Type.Array(OneOf(VEHICLE_TYPES), { description: 'Vehicle types that may carry it out.' }),
    stops: Type.Array(
      Type.Object({
        kind: OneOf(['pickup', 'stop', 'dropoff']),
        town: Type.String({ description: 'Without the street: the address is shown with the job.' }),
      }),
    ),
    distance: Nullable(
      Type.Object(
        { miles: Type.Number(), from: OneOf(['last_stop', 'position']) },
        { description: 'Estimated road miles from the last stop or position of the crew to the first stop.' },
      ),
    ),
  },
  { $id: 'CrewOffer' },
);

const EndedJobSchema = Type.Object(
  {
    booking_id: Uuid(),
    code: Type.String({ description: 'Confirmation code.' }),
    place: Type.String({ description: 'Address line or name of the first stop.' }),
    reason: OneOf(['cancelled', 'reassigned'], {
      description: '`reassigned`: it has another crew, or waits for one.',
    }),
  },
  { $id: 'CrewEndedJob' },
);

export const CrewDaySchema = Type.Object(
  {
    now: Timestamp(),
    crew: Nullable(
      Type.Object(
        {
          name: Type.String(),
          vehicle: Nullable(
            Type.Object({ name: Type.String(), type: OneOf(VEHICLE_TYPES), plate: Nullable(Type.String()) }),
          ),
        },
        { description: 'null if the member is in no crew.' },
      ),
    ),
    shift: Nullable(
      Type.Object(
        { starts_at: Timestamp(), ends_at: Timestamp() },
        { description: 'The current or next shift.' },
      ),
    ),
    jobs: Type.Array(CrewJobSchema, {
      description: 'The job under way first, then the other jobs of the shift in order.',
    }),
    ended_jobs: Type.Array(EndedJobSchema, {
      description:
        'Jobs that this crew lost within the last 12 hours, the latest first. The page shows those that it has listed before.',
    }),
    offers: Type.Array(CrewOfferSchema, { description: 'The first to expire first.' }),
    dispatch_phone_number: Nullable(
      Type.String({ description: 'Number of dispatch for the crew, if it has no job.' }),
    ),
    finished_count: Type.Integer({
      description:
        'Jobs that this crew completed within the last 12 hours, without those whose last stop was skipped.',
    }),
    skipped_stop_ids: Type.Array(Uuid(), {
      description: 'Last stops of the jobs that ended within the last 12 hours because the stop was skipped.',
    }),
    map: PageMapSchema,
  },
  { $id: 'CrewDay' },
);

/**
 * One flat schema for all kinds: `parseAction` checks the fields of each kind, where the error can name the parameter.
 */
const ActionSchema = Type.Object(
  {
    id: Uuid({ description: 'Generated by the phone; identical on every retry.' }),
    kind: OneOf([...REPORT_KINDS, 'note', 'problem', 'position']),
    booking_id: Uuid(),
    stop_id: Type.Optional(Uuid()),
    at: DateTime({ description: 'When it happened, in server time as estimated by the phone.' }),
    location: Type.Optional(PointSchema),
    photo_ids: Type.Optional(
      Type.Array(Uuid(), { maxItems: 10, description: 'Ids of photos uploaded before.' }),
    ),
    reason: Type.Optional(OneOf(STOP_FAILURE_REASONS)),
    problem: Type.Optional(OneOf(CREW_PROBLEMS, { description: 'On the way to the stop.' })),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { ...noOtherFields, $id: 'CrewAction' },
);
export type ActionBody = Static<typeof ActionSchema>;

export const SyncSchema = Type.Object(
  { actions: Type.Array(ActionSchema, { maxItems: 50 }) },
  { ...noOtherFields, $id: 'SyncRequest' },
);

const ActionResultSchema = Type.Object(
  {
    id: Uuid(),
    result: OneOf(['applied', 'already_applied', 'refused'], {
      description: '`already_applied`: a retry, or the booking was already in that state.',
    }),
    reason: Nullable(
      OneOf(REPORT_REFUSALS, {
        description: 'Reason of a refusal. Refusals are final: a retry returns the same result.',
      }),
    ),
  },
  { $id: 'ActionResult' },
);

export const SyncResponseSchema = Type.Object(
  { results: Type.Array(ActionResultSchema), day: CrewDaySchema },
  { $id: 'SyncResponse' },
);

export const OfferDeclineSchema = Type.Object(
  {
    reason: OneOf(OFFER_DECLINE_REASONS),
    note: Type.Optional(Type.String({ maxLength: 500, description: 'Required with the reason `other`.' })),
  },
  { ...noOtherFields, $id: 'OfferDecline' },
);

export const OfferAnswerSchema = Type.Object(
  {
    result: OneOf(['applied', 'already_applied', 'closed'], {
      description:
        '`already_applied`: a retry, or another phone of the crew gave the same answer. `closed`: the offer has ' +
        'expired, was withdrawn or got the other answer.',
    }),
    day: CrewDaySchema,
  },
  { $id: 'OfferAnswer' },
);

export const CrewChangeSchema = Type.Object({ kind: OneOf(['day']) }, { $id: 'CrewChange' });

export type CrewContact = View<typeof CrewContactSchema>;
export type CrewStop = View<typeof CrewStopSchema>;
export type CrewJob = View<typeof CrewJobSchema>;
export type CrewOffer = View<typeof CrewOfferSchema>;
export type CrewDay = View<typeof CrewDaySchema>;
export type ActionResult = View<typeof ActionResultSchema>;
