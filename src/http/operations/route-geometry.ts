// Line of a route on a map, in responses for pages.
import { Type } from 'typebox';

export type GeometryView = readonly (readonly (readonly [longitude: number, latitude: number])[] | null)[];

export const GeometrySchema = Type.Unsafe<GeometryView>({
  type: 'array',
  items: {
    type: ['array', 'null'],
    items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  },
  description:
    'Roads of the route: one entry per leg, each a list of `[longitude, latitude]`. null for a leg whose roads are unknown.',
});
