// Moves bookings as crews and operators will: through the state machine, with nobody's permission asked.
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Adjustment } from '../../src/domain/adjustment.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { assignCrew } from '../../src/domain/booking-crew.ts';
import { adjustBookingFare, cancelBooking } from '../../src/domain/booking-ending.ts';
import { arriveAt, completeStop, departFor } from '../../src/domain/booking-progress.ts';
import type { Transition } from '../../src/domain/booking-transitions.ts';
import { moveBooking } from '../../src/features/bookings/change-booking.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';
import { crewNamed } from './booking-samples.ts';
import type { TestClock } from './clock.ts';

const mover = { actor: { kind: 'operator', id: 'test' }, requestId: 'test' } as const;
const done = { photoUrls: ['https://photos.example/1'], outcome: 'done', reason: null } as const;

type Decide = (booking: Booking, now: { nowMs: number }) => Transition;

export class BookingDriver {
  readonly #test: Pick<TestApp, 'connection' | 'environment'>;
  readonly #accountId: string;
  readonly #clock: TestClock;
  readonly #pool;

  constructor(test: Pick<TestApp, 'connection' | 'environment'>, accountId: string, clock: TestClock) {
    this.#test = test;
    this.#accountId = accountId;
    this.#clock = clock;
    this.#pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
  }

  dispatch(bookingId: string): Promise<void> {
    return this.#move(bookingId, (booking, now) => assignCrew(booking, { crew: crewNamed('crew-1') }, now));
  }

  /** A dispatched booking goes along its route, seven minutes a step. */
  async deliver(bookingId: string, stopCount = 2): Promise<void> {
    const here = ({ dispatch }: Booking) => ({ stopId: dispatch?.routeStopId ?? '' });
    for (let stop = 0; stop < stopCount; stop++) {
      await this.#move(bookingId, (booking, now) => departFor(booking, here(booking), now));
      await this.#move(bookingId, (booking, now) => arriveAt(booking, here(booking), now));
      await this.#move(bookingId, (booking, now) =>
        completeStop(booking, { ...here(booking), ...done }, {}, now),
      );
    }
  }

  async complete(bookingId: string): Promise<void> {
    await this.dispatch(bookingId);
    await this.deliver(bookingId);
  }

  adjust(bookingId: string, adjustment: Omit<Adjustment, 'createdAtMs'>): Promise<void> {
    return this.#move(bookingId, (booking, { nowMs }) =>
      adjustBookingFare(booking, { adjustment: { ...adjustment, createdAtMs: nowMs } }, { nowMs }),
    );
  }

  /** As a partner whose policy asks for this fee. */
  cancelForFee(bookingId: string, feeCents: number): Promise<void> {
    const policy = {
      tiers: [{ from: { kind: 'notice', minutes: 1_000_000 }, fee: { cents: feeCents } }],
    } as const;
    return this.#move(bookingId, (booking, now) =>
      cancelBooking(booking, { by: 'partner', reason: 'other' }, { policy }, now),
    );
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #move(bookingId: string, decide: Decide): Promise<void> {
    const [environment] = readConfig({ ENVIRONMENT: this.#test.environment }).environments;
    if (!environment) throw new Error('no environment');
    const context = { db: createDatabase(this.#pool), ids: randomIds, clock: this.#clock, environment };
    this.#clock.advance({ minutes: 7 });
    const change = {
      bookingId,
      action: 'booking.moved',
      status: 200,
      prepare: async () => ({ facts: null, fresh: [], area: null }),
      decide: (booking: Booking) => decide(booking, { nowMs: this.#clock.now().getTime() }),
    };
    await moveBooking(context, this.#accountId, change, mover);
  }
}
