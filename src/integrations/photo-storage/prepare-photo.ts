// Converts an uploaded image into one that is safe to publish: decodes and re-encodes it, which removes metadata such
// as the location and anything that is not image data; rotates it upright and scales it down.
import type { Result } from '../../lib/result.ts';

export interface PreparedPhoto {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
/**
 * Decoding time grows with the pixels, not with the bytes: a PNG of 7 KB may have 60 megapixels and then takes a second.
 * The crew page scales photos down before it sends them.
 */
const MAX_MEGAPIXELS = 25;
const maxSide = 2_048;
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

export async function preparePhoto(bytes: Buffer): Promise<Result<PreparedPhoto, string>> {
  if (bytes.length > MAX_PHOTO_BYTES) return refusal(`must be at most ${MAX_PHOTO_BYTES / 1024 ** 2} MB`);
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1e6, failOn: 'truncated' });
    // Reads the header only.
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!formats.has(format)) return refusal(`must be a JPEG, PNG or WebP image, not ${format}`);
    if (width * height > MAX_MEGAPIXELS * 1e6)
      return refusal(`must have at most ${MAX_MEGAPIXELS} megapixels; it has ${width} x ${height} pixels`);
    const { data, info } = await image
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, value: { jpeg: data, width: info.width, height: info.height } };
  } catch {
    return refusal('must be a complete JPEG, PNG or WebP image');
  }
}

function refusal(fault: string): Result<PreparedPhoto, string> {
  return { ok: false, faults: [fault] };
}
