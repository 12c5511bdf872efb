// Photos behind capability links.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { savePhoto } from '../../src/features/photos/save-photo.ts';
import { photoTasks } from '../../src/features/photos/tasks.ts';
import { LocalPhotoStorage } from '../../src/integrations/photo-storage/local-photo-storage.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-photos-'));
const photos = new LocalPhotoStorage(folder);
const clock = new TestClock();
let test: TestApp;
let bookingId: string;
let accountId: string;

beforeAll(async () => {
  test = await startTestApp({ photos, clock });
  const organization = await test.organization();
  const partner = await test.partner({ client: organization.client });
  const { body } = await partner.post('/bookings', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    product: 'van',
    arrival_window_from: new Date(clock.now().getTime() + 86_400_000).toISOString(),
  });
  accountId = organization.id;
  bookingId = String(body['id']);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

async function keep(): Promise<string> {
  const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
  const environment = {
    name: 'production',
    port: 0,
    publicUrl: test.baseUrl,
    databaseUrl: null,
    adminMfaGraceDays: null,
  } as const;
  try {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const context = { db: createDatabase(pool), clock, photos, environment };
    return await savePhoto(context, { accountId, bookingId }, bytes);
  } finally {
    await pool.end();
  }
}

describe('a photo', () => {
  it('is served without authentication at its link, as an image only', async () => {
    const response = await fetch(await keep());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ width, height }).toEqual({ width: 64, height: 48 });
  });

  it.each([
    ['an unknown name', `${randomBytes(16).toString('base64url')}.jpg`],
    ['a path traversal', '..%2f..%2fetc%2fpasswd'],
    ['another file extension', `${randomBytes(16).toString('base64url')}.png`],
    ['no name', '.jpg'],
  ])('is not found under %s', async (_, file) => {
    expect((await fetch(`${test.baseUrl}/photos/${file}`)).status).toBe(404);
  });

  it('is deleted after its retention, file and row', async () => {
    const url = await keep();
    clock.advance({ days: 366 });
    const [task] = photoTasks(test.system, clock, photos, 365);
    await task?.run();
    expect((await fetch(url)).status).toBe(404);
    expect(await queryAsOwner(test.connection, 'select name from photo')).toEqual([]);
  });
});
