// Applies transitions to bookings with the state machine and the save function of the application, without HTTP.
import { readConfig } from '../../src/config.ts';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import type { Booking } from '../../src/domain/booking/booking.ts';
import { assignCrew } from '../../src/domain/booking/booking-crew.ts';
import { arriveAt, completeStop, departFor, moveOn } from '../../src/domain/booking/booking-progress.ts';
import type { Moment, Transition } from '../../src/domain/booking/booking-transitions.ts';
import { changeBooking } from '../../src/features/bookings/change-booking.ts';
import { failUnpaidBooking } from '../../src/features/bookings/system/fail-unpaid-booking.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';
import { crewNamed } from './booking-samples.ts';

export type Decide = (booking: Booking, moment: Moment) => Transition;

const here = ({ dispatch }: Booking) => ({ stopId: dispatch?.routeStopId ?? '' });
const done = { photoUrls: ['https://photos.example/1'], outcome: 'done', reason: null } as const;

export class BookingTransitionDriver {
  readonly #pool;
  readonly #context;
  readonly #accountId: string;

  constructor(test: Pick<TestApp, 'connection' | 'environment'>, accountId: string, clock: Clock) {
    const [environment] = readConfig({ ENVIRONMENT: test.environment }).environments;
    if (!environment) throw new Error('no environment');
    this.#accountId = accountId;
    this.#pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    this.#context = { db: createDatabase(this.#pool), ids: randomIds, clock, environment };
  }

  async move(bookingId: string, decide: Decide): Promise<void> {
    const change = {
      bookingId,
      action: 'booking.moved',
      status: 200,
      prepare: async () => ({ facts: null, fresh: [], area: null }),
      decide: (booking: Booking, _facts: null, moment: Moment) => decide(booking, moment),
    };
    const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const;
    await changeBooking(this.#context, actor, { accountId: this.#accountId, bookingId }, change);
  }

  assign(bookingId: string): Promise<void> {
    return this.move(bookingId, (booking, now) => assignCrew(booking, { crew: crewNamed('crew-1') }, now));
  }

  depart(bookingId: string): Promise<void> {
    return this.move(bookingId, (booking, now) => departFor(booking, here(booking), now));
  }

  arrive(bookingId: string): Promise<void> {
    return this.move(bookingId, (booking, now) => arriveAt(booking, here(booking), now));
  }

  /** Completes the current stop. The booking stays there until `moveOn`. */
  finishStop(bookingId: string): Promise<void> {
    return this.move(bookingId, (booking, now) => completeStop(booking, { ...here(booking), ...done }, now));
  }

  moveOn(bookingId: string): Promise<void> {
    return this.move(bookingId, (booking, now) => moveOn(booking, here(booking), {}, now));
  }

  /** Completes the current stop and moves on. */
  async complete(bookingId: string): Promise<void> {
    await this.finishStop(bookingId);
    await this.moveOn(bookingId);
  }

  /** Like the payments job after the provider refuses. */
  failUnpaid(bookingId: string): Promise<void> {
    return failUnpaidBooking(this.#context, { accountId: this.#accountId, bookingId });
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
