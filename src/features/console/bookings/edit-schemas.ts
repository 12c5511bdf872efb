// Request schemas for editing the route of a booking that the partner API does not have.
import { Type } from 'typebox';

export const StopPositionSchema = Type.Object(
  { to_position: Type.Integer({ minimum: 0, description: 'Where it should be; 0 is the origin.' }) },
  {
    $id: 'StopPosition',
    additionalProperties: false,
    description: 'A place in the order of stops.',
    examples: [{ to_position: 1 }],
  },
);

export const editSchemas = [StopPositionSchema];
