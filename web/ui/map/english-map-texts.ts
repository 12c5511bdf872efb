// Texts of maps on the pages that exist in English only.
import type { MapTexts } from './map-frame.tsx';

export const englishMapTexts: MapTexts = {
  kind: 'map',
  keys: 'Arrow keys move the map, plus and minus zoom, 0 shows everything.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAll: 'Show everything',
  cluster: (count, names) => `${count} markers: ${names}. Show them`,
  formatMiles: (miles) => `${miles} mi`,
};
