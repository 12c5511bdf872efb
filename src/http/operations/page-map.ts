// Source of the base map, which pages get with their data.
import { Type } from 'typebox';
import { OneOf, type View } from './schemas.ts';

const pageMapFields = {
  kind: OneOf(['vector', 'raster'], {
    description:
      '`vector`: vector tiles of this server (Mapbox Vector Tiles, zoom 0 to 14). `raster`: images of the tile source that ' +
      'the operator has configured.',
  }),
  url: Type.String({
    description: 'URL template with `{z}`, `{x}` and `{y}`. Relative to this server if it has no host.',
  }),
  attribution: Type.String({ description: 'Attribution to show on the map. Empty if none is needed.' }),
};

export const PageMapSchema = Type.Object(pageMapFields, { description: 'Source of the base map.' });

export type PageMap = View<typeof PageMapSchema>;

export const pageMapExample = {
  kind: 'vector',
  url: '/maps/5f0c6a526d3c4b8e/{z}/{x}/{y}',
  attribution: '© OpenStreetMap contributors, © GeoNames',
};
