// The proof-of-delivery photo of a simulated crew: a parcel on a doorstep with the stop number on its label. Drawn
// without text elements, because the host may have no fonts.
import { LRUCache } from 'lru-cache';
import { fraction } from '../../domain/sandbox/simulation-script.ts';

const width = 960;
const height = 720;

/** Seven-segment digits. Segments: top, upper right, lower right, bottom, lower left, upper left, middle. */
const litSegments = [
  'abcdef',
  'bc',
  'abdeg',
  'abcdg',
  'bcfg',
  'acdfg',
  'acdefg',
  'abc',
  'abcdefg',
  'abcdfg',
] as const;
const segments: Readonly<Record<string, string>> = {
  a: '0,0 40,0',
  b: '40,0 40,40',
  c: '40,40 40,80',
  d: '0,80 40,80',
  e: '0,40 0,80',
  f: '0,0 0,40',
  g: '0,40 40,40',
};

/** Few colors, so that photos can be kept: rendering one takes longer than all other work of a simulated step. */
const HUES = 12;
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 50 });

export function drawStopPhoto(bookingId: string, position: number): Promise<Buffer> {
  const hue = Math.floor(fraction(bookingId) * HUES) * (360 / HUES);
  const key = `${hue} ${position}`;
  const kept = drawn.get(key);
  if (kept) return kept;
  const photo = render(hue, position + 1);
  drawn.set(key, photo);
  // A failure is not kept: the next attempt renders again.
  photo.catch(() => drawn.delete(key));
  return photo;
}

async function render(hue: number, stopNumber: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(scene(hue, stopNumber)))
    .jpeg({ quality: 80 })
    .toBuffer();
}

function scene(hue: number, stopNumber: number): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="hsl(${hue},22%,78%)"/>`,
    ...Array.from(
      { length: 9 },
      (_, row) => `<path d="M0 ${row * 64}H${width}" stroke="hsl(${hue},18%,70%)" stroke-width="4"/>`,
    ),
    `<rect x="330" y="60" width="300" height="520" rx="6" fill="#f4f1ea"/>`,
    `<rect x="350" y="80" width="260" height="500" rx="4" fill="hsl(${(hue + 180) % 360},42%,34%)"/>`,
    ...[110, 340].map((y) =>
      [380, 495]
        .map(
          (x) =>
            `<rect x="${x}" y="${y}" width="85" height="${y === 110 ? 200 : 180}" rx="4" fill="hsl(${(hue + 180) % 360},42%,28%)"/>`,
        )
        .join(''),
    ),
    '<circle cx="586" cy="340" r="12" fill="#e9b949"/>',
    `<rect y="580" width="${width}" height="140" fill="#8d8a84"/><rect x="270" y="566" width="420" height="34" rx="6" fill="#b9b4aa"/>`,
    '<ellipse cx="500" cy="668" rx="190" ry="20" fill="#000" opacity=".22"/>',
    '<path d="M350 470h290v196H350z" fill="#c98f52"/><path d="M350 470l40-46h290l-40 46z" fill="#dcab74"/><path d="M640 470l40-46v196l-40 46z" fill="#a8733c"/>',
    '<path d="M470 470l40-46h40l-40 46v60h-40z" fill="#efe3cf" opacity=".85"/>',
    '<rect x="378" y="540" width="118" height="106" rx="4" fill="#fff"/>',
    `<g transform="translate(416 553)" stroke="#1c1c1c" stroke-width="9" stroke-linecap="round">${digit(stopNumber)}</g>`,
    '</svg>',
  ].join('');
}

function digit(number: number): string {
  return (litSegments[number] ?? '')
    .split('')
    .map((segment) => `<polyline points="${segments[segment]}"/>`)
    .join('');
}
