// How the base map is drawn. Colours are custom properties of map.css, so that they follow the theme.

/** Order in which lines are drawn; later ones lie above. */
export const roadKinds = [
  'path',
  'service',
  'runway',
  'link',
  'street',
  'tertiary',
  'secondary',
  'primary',
  'trunk',
  'motorway',
] as const;
export type RoadKind = (typeof roadKinds)[number];

/** Width in pixels at zoom 10, 14 and 18 (tiles of 256 pixels). */
const WIDTHS: Readonly<Record<RoadKind, readonly [number, number, number]>> = {
  path: [0, 0.5, 2],
  service: [0, 0.6, 6],
  runway: [1, 4, 24],
  link: [0.6, 2, 9],
  street: [0.3, 1.6, 12],
  tertiary: [0.6, 2.6, 15],
  secondary: [0.9, 3.2, 17],
  primary: [1.2, 3.8, 19],
  trunk: [1.5, 4.2, 20],
  motorway: [1.8, 4.8, 22],
};

export function roadWidth(kind: RoadKind, zoom: number): number {
  const [at10, at14, at18] = WIDTHS[kind];
  const between = (low: number, high: number, part: number) =>
    low * (Math.max(high, 0.01) / Math.max(low, 0.01)) ** part;
  if (zoom <= 10) return at10 * 2 ** ((zoom - 10) / 2);
  return zoom <= 14 ? between(at10, at14, (zoom - 10) / 4) : between(at14, at18, (zoom - 14) / 4);
}

export const isMainRoad = (kind: RoadKind) => kind === 'motorway' || kind === 'trunk' || kind === 'primary';

/** From which zoom on the names of a kind of road are placed. */
export function namesFrom(kind: RoadKind): number {
  if (kind === 'path' || kind === 'service') return 17;
  if (kind === 'street' || kind === 'link') return 15;
  return 13;
}

const colourNames = [
  'ground',
  'outside',
  'green',
  'wood',
  'built',
  'sand',
  'water',
  'building',
  'road',
  'mainRoad',
  'casing',
  'path',
  'rail',
  'boundary',
  'text',
  'halo',
] as const;
export type MapColours = Readonly<Record<(typeof colourNames)[number], string>>;

/** `light-dark()` is resolved for `color`, not for custom properties. */
export function readColours(element: HTMLElement): MapColours {
  const style = getComputedStyle(element);
  const colours = colourNames.map((name) => {
    element.style.color = `var(--map-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;
    return [name, style.color];
  });
  element.style.removeProperty('color');
  return Object.fromEntries(colours) as MapColours;
}
