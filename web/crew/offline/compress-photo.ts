// Compresses a photo before upload: rotated upright, at most LONGEST_SIDE pixels, re-encoded as JPEG. Re-encoding
// removes EXIF data, so the location of the photo does not leave the phone.

const LONGEST_SIDE = 1_600;
const QUALITY = 0.8;

/** null if the browser cannot decode the image. */
export async function compressPhoto(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  if (!context) return null;
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
