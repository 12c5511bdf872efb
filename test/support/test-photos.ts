// Test photos.
import sharp from 'sharp';

/** A single-color picture. */
export function picture(
  background = '#446688',
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}
