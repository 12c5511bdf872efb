// Shades of a partner's accent color for light and dark pages. Any color is accepted: its lightness is moved, as little as
// possible, until text and buttons have a contrast of at least 4.5:1 wherever the pages use them (WCAG 2.2 AA).
import { darkTokens, lightTokens } from '../../http/pages/page-tokens.ts';
import { contrastRatio, fromOklch, type HexColor, isHexColor, type Oklch, toOklch } from '../../lib/oklch.ts';

export interface BrandShades {
  /** Text on paper, cards and tint; background of buttons. */
  readonly accent: HexColor;
  readonly accentHover: HexColor;
  /** Text on buttons. */
  readonly onAccent: HexColor;
  /** Background of highlighted areas. */
  readonly tint: HexColor;
}

export interface BrandPalette {
  readonly light: BrandShades;
  readonly dark: BrandShades;
}

/** In the stylesheet's URL, because it is cached for a year. Increase it whenever the shades of a color change. */
const VERSION = 1;
const MIN_CONTRAST = 4.5;
const STEP = 0.004;

const surfacesOf = ({ paper, card, hover, field }: typeof lightTokens): HexColor[] =>
  [paper, card, hover, field].map((color) => (color === '#fff' ? '#ffffff' : color) as HexColor);

const themes = {
  light: {
    surfaces: surfacesOf(lightTokens),
    onAccent: '#ffffff',
    tint: { lightness: 0.95, maxChroma: 0.02 },
    direction: -1,
    hover: -0.05,
  },
  dark: {
    surfaces: surfacesOf(darkTokens),
    onAccent: '#0e1412',
    tint: { lightness: 0.285, maxChroma: 0.03 },
    direction: 1,
    hover: 0.05,
  },
} as const;

export function brandPalette(color: HexColor): BrandPalette {
  return { light: shadesFor(color, 'light'), dark: shadesFor(color, 'dark') };
}

function shadesFor(color: HexColor, theme: 'light' | 'dark'): BrandShades {
  const { surfaces, onAccent, direction, hover, tint } = themes[theme];
  const brand = toOklch(color);
  const tinted = fromOklch({
    ...brand,
    lightness: tint.lightness,
    chroma: Math.min(brand.chroma, tint.maxChroma),
  });
  const isLegible = (shade: HexColor) =>
    [...surfaces, tinted, onAccent].every((other) => contrastRatio(shade, other) >= MIN_CONTRAST);
  const accent = isLegible(color) ? color : moveUntil(brand, direction * STEP, isLegible);
  const { lightness, ...rest } = toOklch(accent);
  const wanted = fromOklch({ ...rest, lightness: Math.min(1, Math.max(0, lightness + hover)) });
  const accentHover = contrastRatio(wanted, onAccent) >= MIN_CONTRAST ? wanted : accent;
  return { accent, accentHover, onAccent, tint: tinted };
}

/** Ends at black or white, which are legible on every surface of the theme. */
function moveUntil(from: Oklch, step: number, isGood: (color: HexColor) => boolean): HexColor {
  for (let lightness = from.lightness; lightness >= 0 && lightness <= 1; lightness += step) {
    const shade = fromOklch({ ...from, lightness });
    if (isGood(shade)) return shade;
  }
  return step < 0 ? '#000000' : '#ffffff';
}

export function stylesheetPath(color: HexColor): string {
  return `/branding/${VERSION}-${color.slice(1)}.css`;
}

/** The color of a stylesheet's file name; null if there is no such stylesheet. */
export function stylesheetColor(file: string): HexColor | null {
  const [, version, digits] = /^(\d+)-([0-9a-f]{6})\.css$/.exec(file) ?? [];
  const color = `#${digits}`;
  return Number(version) === VERSION && isHexColor(color) ? color : null;
}

/** Replaces the accent tokens of `page-tokens.ts`. `html` raises the specificity: the position in the page does not matter. */
export function brandStylesheet(color: HexColor): string {
  const { light, dark } = brandPalette(color);
  return [
    `html:root{${declarations(light)}}`,
    `html:root[data-theme="dark"]{${declarations(dark)}}`,
    `@media (prefers-color-scheme:dark){html:root:not([data-theme="light"]){${declarations(dark)}}}`,
  ].join('\n');
}

function declarations({ accent, accentHover, onAccent, tint }: BrandShades): string {
  return `--accent:${accent};--accent-hover:${accentHover};--on-accent:${onAccent};--tint:${tint}`;
}
