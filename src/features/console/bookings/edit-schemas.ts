// Request schemas for editing the route of a booking that the partner API does not have.
import { Type } from 'typebox';
import { closed } from '../../../http/operations/schemas.ts';

export const StopPositionSchema = Type.Object(
  {
    to_position: Type.Integer({
      minimum: 0,
      description: 'New zero-based position of the stop; 0 is the origin.',
    }),
  },
  closed('StopPosition', 'A new position of a stop.', { to_position: 1 }),
);

export const editSchemas = [StopPositionSchema];
