// Makes of a picture from the camera one that a slow line can carry: upright, no larger than a screen needs, and drawn anew, so
// that nothing of where it was taken leaves the phone.

const LONGEST_SIDE = 1_600;
const QUALITY = 0.8;

/** null: this is no picture that the phone can read. */
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
