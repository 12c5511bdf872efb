// The open offer of a booking in responses of the board and of bookings.
import { Type } from 'typebox';
import { DateTime, NullableObject, Uuid, type View } from '../../../http/operations/schemas.ts';

export const OpenOfferSchema = NullableObject(
  {
    crew_id: Uuid({ description: 'Id of the crew.' }),
    crew_name: Type.String({ description: 'Name of the crew.' }),
    expires_at: DateTime({ description: 'Until when the crew can accept the offer.' }),
  },
  'Open offer of automatic dispatch to a crew. null: no crew can accept the booking now.',
);

export type OpenOffer = NonNullable<View<typeof OpenOfferSchema>>;
