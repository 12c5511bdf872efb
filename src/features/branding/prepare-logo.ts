// Converts an uploaded logo into one that is safe to publish: decodes it and encodes it again as PNG, which removes metadata
// and anything that is not image data, and scales it down to the largest size that pages and PDF files use.
import { createHash } from 'node:crypto';
import type { BrandLogo } from '../../domain/account/branding.ts';
import type { Result } from '../../lib/result.ts';

export interface PreparedLogo extends BrandLogo {
  readonly png: Buffer;
}

const MAX_LOGO_BYTES = 1024 ** 2;
/** Decoding time and memory grow with the pixels, not with the bytes. */
const MAX_SIDE = 2_000;
const MIN_SIDE = 16;
/** Three times the height of the logo on pages, for dense displays. */
const STORED = { width: 480, height: 96 } as const;
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);

export async function prepareLogo(bytes: Buffer): Promise<Result<PreparedLogo, string>> {
  if (bytes.length > MAX_LOGO_BYTES) return refusal('must be at most 1 MB');
  const { default: sharp } = await import('sharp');
  try {
    // Reads the header only.
    const { format, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!formats.has(format)) return refusal(`must be a PNG, JPEG or WebP image, not ${format}`);
    if (pages > 1) return refusal('must be a still image, not an animation');
    if (Math.max(width, height) > MAX_SIDE || Math.min(width, height) < MIN_SIDE)
      return refusal(`must have ${MIN_SIDE} to 2,000 pixels per side; it has ${width} x ${height} pixels`);
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_SIDE ** 2, failOn: 'truncated' })
      .autoOrient()
      .resize({ ...STORED, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    const digest = createHash('sha256').update(data).digest('base64url');
    return { ok: true, value: { digest, png: data, width: info.width, height: info.height } };
  } catch {
    return refusal('must be a complete PNG, JPEG or WebP image');
  }
}

function refusal(fault: string): Result<PreparedLogo, string> {
  return { ok: false, faults: [fault] };
}
