// Converts an uploaded image into one that is safe to publish: decodes and re-encodes it, which removes metadata such
// as the location and anything that is not image data; rotates it upright and scales it down.
import type { Result } from '../../lib/result.ts';

export interface PreparedPhoto {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
const maxPixels = 60_000_000;
const maxSide = 2_048;
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

export async function preparePhoto(bytes: Buffer): Promise<Result<PreparedPhoto, string>> {
  if (bytes.length > MAX_PHOTO_BYTES) return refusal(`must be at most ${MAX_PHOTO_BYTES / 1024 ** 2} MB`);
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' });
    const { format } = await image.metadata();
    if (!formats.has(format)) return refusal(`must be a JPEG, PNG or WebP image, not ${format}`);
    const { data, info } = await image
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, value: { jpeg: data, width: info.width, height: info.height } };
  } catch {
    return refusal('must be a complete JPEG, PNG or WebP image of at most 60 megapixels');
  }
}

function refusal(fault: string): Result<PreparedPhoto, string> {
  return { ok: false, faults: [fault] };
}
