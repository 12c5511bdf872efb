// Schemas of the search.
import { Type } from 'typebox';
import { Nullable, NullableObject, named, OneOf, Uuid, type View } from '../../../http/operations/schemas.ts';
import { OpenOfferSchema } from '../dispatch/open-offer-schema.ts';

const hitExample = {
  kind: 'booking',
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  title: '7XK2M9QT',
  note: 'Jan 15, 2030, 9:00 AM · Ana Diaz · SO-1001 · Acme Furniture · 350 5th Ave',
  state: 'created',
  account_id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  dispatch: null,
  is_planned: false,
  offer: null,
};

const HitSchema = Type.Object(
  {
    kind: OneOf(['booking', 'organization', 'crew', 'crew_member', 'webhook_endpoint', 'request'], {
      description: 'Kind of result.',
    }),
    id: Type.String({
      description: 'Id of the object. For a crew member, the id of the crew if there is one.',
    }),
    title: Type.String({ description: 'Name; for a booking, the confirmation code.' }),
    note: Nullable(Type.String({ description: 'Details that distinguish results with the same title.' })),
    state: Nullable(Type.String({ description: 'State of the object, if relevant.' })),
    account_id: Nullable(Uuid({ description: 'Id of the owning account; null for objects of the company.' })),
    dispatch: NullableObject(
      {
        state: OneOf(['pending', 'driving', 'at', 'done'], {
          description: 'Step of the crew at its current stop.',
        }),
        stops_done: Type.Integer({ description: 'Number of completed stops.' }),
        stops_skipped: Type.Integer({ description: 'Number of those that an operator skipped.' }),
        is_failed: Type.Boolean({ description: 'Whether the crew cannot complete its current stop.' }),
      },
      'Progress of the crew of a booking; null without a crew and for other objects.',
    ),
    is_planned: Type.Boolean({
      description:
        'Whether a plan has assigned a crew to the booking that departs in time, and none is assigned yet.',
    }),
    offer: OpenOfferSchema,
  },
  { description: 'A search result.' },
);

export const SearchSchema = Type.Object(
  {
    data: Type.Array(HitSchema, {
      description: 'Results: bookings first, those of today and later before earlier ones.',
    }),
  },
  named('SearchAnswer', 'Search results.', { data: [hitExample] }),
);

export const searchSchemas = [SearchSchema];

export type SearchHit = View<typeof SearchSchema>['data'][number];
