// Difference of two screenshots: the share of different pixels, and a picture that marks them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Largest difference of a colour channel that counts as equal: rounding of text and of gradients. */
const CHANNEL_TOLERANCE = 16;
const CHANNELS = 4;

export interface Difference {
  readonly name: string;
  /** Share of the pixels that differ; 100 if only one build has the page. */
  readonly percent: number;
}

interface Folders {
  readonly old: string;
  readonly new: string;
  readonly difference: string;
}

export async function differenceOf(name: string, folders: Folders): Promise<Difference> {
  const files = [join(folders.old, `${name}.png`), join(folders.new, `${name}.png`)] as const;
  if (!files.every((file) => existsSync(file))) return { name, percent: 100 };
  const [before, after] = await Promise.all(files.map(pixelsOf));
  if (!before || !after) return { name, percent: 100 };
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const marked = Buffer.alloc(width * height * CHANNELS, 255);
  let different = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * CHANNELS;
      const left = indexOf(before, x, y);
      const right = indexOf(after, x, y);
      if (left !== undefined && right !== undefined && isSame(before.data, left, after.data, right)) {
        // Equal pixels are shown pale, to find the place.
        for (let channel = 0; channel < 3; channel += 1)
          marked[at + channel] = 255 - (255 - (after.data[right + channel] ?? 0)) / 4;
      } else {
        different += 1;
        marked.set([220, 0, 60], at);
      }
    }
  }
  if (different > 0)
    await sharp(marked, { raw: { width, height, channels: CHANNELS } })
      .png()
      .toFile(join(folders.difference, `${name}.png`));
  return { name, percent: (100 * different) / (width * height) };
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Index of the pixel; undefined outside of the picture. */
function indexOf({ width, height }: Pixels, x: number, y: number): number | undefined {
  return x < width && y < height ? (y * width + x) * CHANNELS : undefined;
}

function isSame(a: Buffer, atA: number, b: Buffer, atB: number): boolean {
  for (let channel = 0; channel < CHANNELS; channel += 1)
    if (Math.abs((a[atA + channel] ?? 0) - (b[atB + channel] ?? 0)) > CHANNEL_TOLERANCE) return false;
  return true;
}
