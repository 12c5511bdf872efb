import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { LocalPhotoStorage } from '../../src/integrations/photo-storage/local-photo-storage.ts';
import type { PhotoStorage } from '../../src/integrations/photo-storage/photo-storage.ts';
import { preparePhoto } from '../../src/integrations/photo-storage/prepare-photo.ts';
import { S3PhotoStorage } from '../../src/integrations/photo-storage/s3-photo-storage.ts';
import { findS3Server } from '../support/s3-server.ts';

const name = 'abcdefghijklmnopqrstuv';
const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();

async function fetchPhoto(storage: PhotoStorage, photo = name): Promise<Buffer | null> {
  const found = await storage.find(photo);
  if (found?.kind !== 'elsewhere') return found?.bytes ?? null;
  const response = await fetch(found.url);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}

describe('local photo storage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-photos-'));
  const storage = new LocalPhotoStorage(folder);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns a stored photo, and null after removal', async () => {
    await storage.put(name, picture);
    expect(await fetchPhoto(storage)).toEqual(picture);
    await storage.remove(name);
    await storage.remove(name);
    expect(await fetchPhoto(storage)).toBeNull();
  });

  it('creates files readable by the owner only, and leaves no temporary files', async () => {
    await storage.put(name, picture);
    const files = await readdir(join(folder, 'ab'));
    expect(files).toEqual([`${name}.jpg`]);
    expect((await stat(join(folder, 'ab', `${name}.jpg`))).mode & 0o077).toBe(0);
  });
});

const s3 = findS3Server();
describe.skipIf(s3 === null)('S3 photo storage', () => {
  it('returns a photo through a signed URL, and none after removal', async () => {
    if (s3 === null) return;
    const server = await s3.start();
    try {
      const storage = new S3PhotoStorage({ ...server, region: 'us-east-1' });
      await storage.put(name, picture);
      expect(await fetchPhoto(storage)).toEqual(picture);
      await storage.remove(name);
      await storage.remove(name);
      expect(await fetchPhoto(storage)).toBeNull();
    } finally {
      await server.stop();
    }
  });

  it('reports the error code of the bucket for a wrong key', async () => {
    if (s3 === null) return;
    const server = await s3.start();
    try {
      const storage = new S3PhotoStorage({ ...server, accessKeyId: 'unknown', region: 'us-east-1' });
      await expect(storage.put(name, picture)).rejects.toThrow(/failed to store a photo in the bucket: 403/);
    } finally {
      await server.stop();
    }
  });
});

describe('preparePhoto', () => {
  const withLocation = () =>
    sharp(picture)
      .withExif({ IFD3: { GPSLatitude: '41/1 52/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Make: 'Phone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();

  it('removes location and device metadata, and rotates upright', async () => {
    const bytes = await withLocation();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const prepared = await preparePhoto(bytes);
    expect(prepared).toMatchObject({ ok: true, value: { width: 20, height: 40 } });
    if (!prepared.ok) return;
    const { exif, xmp, iptc, orientation, format } = await sharp(prepared.value.jpeg).metadata();
    expect({ exif, xmp, iptc, orientation, format }).toEqual({ format: 'jpeg' });
  });

  it('scales down to 2048 pixels', async () => {
    const large = await sharp({ create: { width: 5_000, height: 2_500, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    expect(await preparePhoto(large)).toMatchObject({ ok: true, value: { width: 2_048, height: 1_024 } });
  });

  it.each([
    ['a text', Buffer.from('not a picture')],
    ['nothing', Buffer.alloc(0)],
    ['half a picture', picture.subarray(0, picture.length / 2)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('refuses %s', async (_, bytes) => {
    expect(await preparePhoto(bytes)).toMatchObject({ ok: false });
  });
});
