// The open offers of a booking in responses of the board, bookings, search, map and exceptions.
import { Type } from 'typebox';
import { DateTime, NullableObject, Uuid, type View } from '../../../http/operations/schemas.ts';

export const OpenOfferSchema = NullableObject(
  {
    crews: Type.Array(
      Type.Object({
        id: Uuid({ description: 'Id of the crew.' }),
        name: Type.String({ description: 'Name of the crew.' }),
      }),
      { description: 'Crews that can accept the booking, ordered by name. The first that accepts gets it.' },
    ),
    expires_at: DateTime({ description: 'Until when a crew can accept the booking.' }),
  },
  'Open offers of the booking to crews. null: no crew can accept the booking now.',
);

export type OpenOffer = NonNullable<View<typeof OpenOfferSchema>>;
