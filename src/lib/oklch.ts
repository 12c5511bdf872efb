// Colors as sRGB hex text and in OKLCH (perceptual lightness, chroma, hue), and the contrast ratio of WCAG 2.
// Conversion: https://bottosson.github.io/posts/oklab/

/** `#rrggbb`, lower case. */
export type HexColor = `#${string}`;

export interface Oklch {
  /** 0 (black) to 1 (white). */
  readonly lightness: number;
  readonly chroma: number;
  /** Radians. */
  readonly hue: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

export function isHexColor(text: string): text is HexColor {
  return /^#[0-9a-f]{6}$/.test(text);
}

export function toOklch(color: HexColor): Oklch {
  const [r, g, b] = linearRgb(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) };
}

/** Colors outside of sRGB lose chroma; lightness and hue stay. */
export function fromOklch({ lightness, chroma, hue }: Oklch): HexColor {
  let [low, high] = [0, chroma];
  if (isInGamut(rgbOf(lightness, chroma, hue))) low = chroma;
  else
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2;
      if (isInGamut(rgbOf(lightness, middle, hue))) low = middle;
      else high = middle;
    }
  return hexOf(rgbOf(lightness, low, hue));
}

/** 1 (same luminance) to 21 (black and white). WCAG 2.2, 1.4.3. */
export function contrastRatio(one: HexColor, other: HexColor): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: HexColor): number {
  const [r, g, b] = linearRgb(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linearRgb(color: HexColor): Rgb {
  const channel = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function rgbOf(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInGamut(rgb: Rgb): boolean {
  return rgb.every((value) => value >= -0.0005 && value <= 1.0005);
}

function hexOf(rgb: Rgb): HexColor {
  const digits = rgb.map((linear) => {
    const value = Math.min(1, Math.max(0, linear));
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
