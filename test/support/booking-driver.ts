// Moves bookings through their states, 7 minutes per step, and adjusts their fares afterwards.
import { adjustBookingFare, cancelBooking } from '../../src/domain/booking/booking-ending.ts';
import type { Adjustment } from '../../src/domain/money/adjustment.ts';
import type { TestApp } from './app.ts';
import type { TestClock } from './clock.ts';
import { BookingTransitionDriver, type Decide } from './transition-bookings.ts';

export class BookingDriver {
  readonly #mover: BookingTransitionDriver;
  readonly #clock: TestClock;

  constructor(test: Pick<TestApp, 'connection' | 'environment'>, accountId: string, clock: TestClock) {
    this.#mover = new BookingTransitionDriver(test, accountId, clock);
    this.#clock = clock;
  }

  dispatch(bookingId: string): Promise<void> {
    this.#later();
    return this.#mover.assign(bookingId);
  }

  /** Runs a dispatched booking along its route. */
  async deliver(bookingId: string, stopCount = 2): Promise<void> {
    for (let stop = 0; stop < stopCount; stop++) {
      for (const step of ['depart', 'arrive', 'complete'] as const) {
        this.#later();
        await this.#mover[step](bookingId);
      }
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

  /** Cancels as the partner, under a policy with this fee. */
  cancelForFee(bookingId: string, feeCents: number): Promise<void> {
    const policy = {
      tiers: [{ from: { kind: 'notice', minutes: 1_000_000 }, fee: { cents: feeCents } }],
    } as const;
    return this.#move(bookingId, (booking, now) =>
      cancelBooking(booking, { by: 'partner', reason: 'other' }, { policy }, now),
    );
  }

  close(): Promise<void> {
    return this.#mover.close();
  }

  #move(bookingId: string, decide: Decide): Promise<void> {
    this.#later();
    return this.#mover.move(bookingId, decide);
  }

  #later(): void {
    this.#clock.advance({ minutes: 7 });
  }
}
