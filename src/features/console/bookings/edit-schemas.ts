// Request schemas for editing the route of a booking that the partner API does not have.
import { Type } from 'typebox';

export const StopPositionSchema = Type.Object(
  {
    to_position: Type.Integer({
      minimum: 0,
      description: 'New zero-based position of the stop; 0 is the origin.',
    }),
  },
  {
    $id: 'StopPosition',
    additionalProperties: false,
    description: 'A new position of a stop.',
    examples: [{ to_position: 1 }],
  },
);

export const editSchemas = [StopPositionSchema];
