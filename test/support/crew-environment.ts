// Production environment with a worker, a dispatcher, a partner, and crews whose phones are browser pages.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { LocalPhotoStorage } from '../../src/integrations/photo-storage/local-photo-storage.ts';
import type { ApiClient } from './api-client.ts';
import { startTestApp, type TestApp } from './app.ts';
import { TestClock } from './clock.ts';
import { linkFor } from './crew-phone.ts';
import { type BookedVan, bookVan, formCrew } from './operator-actions.ts';
import { OperatorClient } from './operator-client.ts';

export const smallPhone: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
  timezoneId: 'America/New_York',
};

/** A large camera picture with GPS coordinates in its EXIF data. */
export async function cameraPhoto(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#8a6d3b' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 44/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

export class CrewEnvironment {
  readonly test: TestApp;
  readonly clock: TestClock;
  readonly partner: ApiClient;
  readonly operator: OperatorClient;
  readonly #folder: string;

  private constructor(
    parts: Pick<CrewEnvironment, 'test' | 'clock' | 'partner' | 'operator'>,
    folder: string,
  ) {
    this.test = parts.test;
    this.clock = parts.clock;
    this.partner = parts.partner;
    this.operator = parts.operator;
    this.#folder = folder;
  }

  static async start(): Promise<CrewEnvironment> {
    const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
    const folder = mkdtempSync(join(tmpdir(), 'waybill-crew-'));
    const test = await startTestApp({ clock, photos: new LocalPhotoStorage(folder) });
    test.app.worker.start();
    const operator = await OperatorClient.enter(test);
    return new CrewEnvironment({ test, clock, partner: await test.partner(), operator }, folder);
  }

  crew(): Promise<{ id: string; members: { id: string }[] }> {
    return formCrew(this.operator);
  }

  /** Books a job with two stops in an hour and assigns it to this crew. */
  async assign(crewId: string, more: object = {}): Promise<BookedVan> {
    const booking = await bookVan(this.partner, {
      stops: [
        {
          location: '350 5th Ave, New York, NY 10118',
          address2: 'Suite 7200',
          instructions: 'Dock code 4711#',
        },
        { location: '1 Main St, Brooklyn, NY 11201', floor: 3, elevator: false },
      ],
      arrival_window_from: new Date(this.clock.now().getTime() + 3_600_000).toISOString(),
      order_number: 'SO-90210',
      contacts: [
        { name: 'Sam', phone_number: '+12125550161', stop_positions: [0] },
        { name: 'Bea', phone_number: '+12125550162', stop_positions: [1] },
      ],
      ...more,
    });
    const { status, text } = await this.operator.post(`/bookings/${booking.id}/assign`, { crew_id: crewId });
    expect(status, text).toBe(200);
    return booking;
  }

  /** Sign-in link of this crew member, with the URL of this server. */
  async linkFor(memberId: string): Promise<string> {
    return `${this.test.baseUrl}/crew#token=${await linkFor(this.operator, memberId)}`;
  }

  async seen({ id }: Pick<BookedVan, 'id'>) {
    return (await this.partner.get(`/bookings/${id}`)).body;
  }

  async close(): Promise<void> {
    await this.test.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
