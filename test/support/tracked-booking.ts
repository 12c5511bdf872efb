// A booking with three stops in production, with a contact at each end, that a test tracks by its links and moves
// along.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { updateCrewPosition } from '../../src/domain/booking/booking-crew.ts';
import { completeStop } from '../../src/domain/booking/booking-progress.ts';
import { savePhoto } from '../../src/features/photos/save-photo.ts';
import { drawStopPhoto } from '../../src/features/simulation/draw-stop-photo.ts';
import { contactTrackingUrl } from '../../src/features/tracking/tracking-link.ts';
import { LocalPhotoStorage } from '../../src/integrations/photo-storage/local-photo-storage.ts';
import type { ApiClient } from './api-client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { TestClock } from './clock.ts';
import { queryAsOwner } from './database.ts';
import { BookingTransitionDriver } from './transition-bookings.ts';

export const tracked = {
  stops: [
    { location: '350 5th Ave, New York, NY 10118', address2: 'Suite 7200', instructions: 'Dock code 4711' },
    { location: '30-30 47th Ave, Long Island City, NY 11101', address2: 'Unit 3F' },
    { location: '1 Main St, Brooklyn, NY 11201', address2: 'Apt 12B', instructions: 'Key under the mat' },
  ],
  product: 'van',
  arrival_window_from: '2027-03-10T19:00:00Z',
  description: 'Grandmother’s piano',
  order_number: 'SO-90210',
  metadata: { note: 'private-note' },
  customer: { name: 'Wilhelmina Okafor', email: 'wilhelmina@example.com', phone_number: '+14155552671' },
  contacts: [
    { name: 'Seller Sam', phone_number: '+12125550161', email: 'sam@example.com', stop_positions: [0] },
    { name: 'Buyer Bea', phone_number: '+12125550162', email: 'bea@example.com', stop_positions: [2] },
  ],
};

export interface Shown {
  readonly id: string;
  readonly token: string;
  /**
   * Tokens of the contacts' tracking links, in the order of `contacts`: by default the seller at the first stop, the
   * buyer at the last.
   */
  readonly contactTokens: readonly string[];
}

/** Application with worker, fixed clock and one organization whose bookings are tracked. */
export class TrackingStage {
  readonly test: TestApp;
  readonly clock: TestClock;
  readonly mover: BookingTransitionDriver;
  readonly partner: ApiClient;
  readonly #accountId: string;
  readonly #folder: string;
  readonly #photos: LocalPhotoStorage;

  private constructor(
    parts: Pick<TrackingStage, 'test' | 'clock' | 'mover' | 'partner'>,
    accountId: string,
    folder: string,
    photos: LocalPhotoStorage,
  ) {
    this.test = parts.test;
    this.clock = parts.clock;
    this.mover = parts.mover;
    this.partner = parts.partner;
    this.#accountId = accountId;
    this.#folder = folder;
    this.#photos = photos;
  }

  static async start(options: TestAppOptions = {}): Promise<TrackingStage> {
    const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
    const folder = mkdtempSync(join(tmpdir(), 'waybill-tracking-'));
    const photos = new LocalPhotoStorage(folder);
    const test = await startTestApp({ clock, photos, ...options });
    test.app.worker.start();
    const { id, client } = await test.organization('Acme Furniture');
    const partner = await test.partner({ client });
    const mover = new BookingTransitionDriver(test, id, clock);
    return new TrackingStage({ test, clock, mover, partner }, id, folder, photos);
  }

  async book(change: object = {}): Promise<Shown> {
    const { status, body, text } = await this.partner.post('/bookings', { ...tracked, ...change });
    if (status !== 201) throw new Error(text);
    const { keys } = this.test;
    const urls = (body.contacts as { id: string }[]).map(({ id }) =>
      contactTrackingUrl({ keys, environment: this.#environment }, body.id, id),
    );
    const [token = '', ...contactTokens] = [body.share_url as string, ...urls].map(tokenOf);
    return { id: body.id, token, contactTokens };
  }

  /** Reports the crew's position and ETA. */
  async report(id: string, location: readonly [number, number], inMinutes: number): Promise<void> {
    this.clock.advance({ seconds: 11 });
    const [longitude, latitude] = location;
    await this.mover.move(id, (booking, { nowMs }) =>
      updateCrewPosition(
        booking,
        { location: { longitude, latitude }, etaMs: nowMs + inMinutes * 60_000 },
        { nowMs },
      ),
    );
  }

  /** Completes the current stop with an uploaded photo and moves on; returns the path of the photo. */
  async photograph(id: string): Promise<string> {
    const pool = createPool(this.test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const context = {
      db: createDatabase(pool),
      clock: this.clock,
      photos: this.#photos,
      environment: this.#environment,
    };
    const url = await savePhoto(
      context,
      { accountId: this.#accountId, bookingId: id },
      await drawStopPhoto(id, 1),
    );
    await pool.end();
    await this.mover.move(id, (booking, now) => {
      const stopId = booking.dispatch?.routeStopId ?? '';
      return completeStop(booking, { stopId, photoUrls: [url], outcome: 'done', reason: null }, now);
    });
    await this.mover.moveOn(id);
    return new URL(url).pathname;
  }

  /** Notifies the relay, as a server does after the commit. */
  async wake(): Promise<void> {
    await queryAsOwner(this.test.connection, `select pg_notify('waybill_events', 'events')`);
  }

  async close(): Promise<void> {
    await this.mover.close();
    await this.test.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #environment() {
    const [environment] = readConfig({ ENVIRONMENT: 'production' }).environments;
    if (!environment) throw new Error('no environment');
    return environment;
  }
}

function tokenOf(url: string): string {
  return new URL(url).pathname.replace('/track/', '');
}
