// Runs the demo plan: all actions in order of time, each as a request on the demo clock.

import type { DemoAccounts } from './demo-accounts.ts';
import { allowsMultipleStops, type DemoAction, demoActionsOf } from './demo-actions.ts';
import type { DemoApp } from './demo-app.ts';
import { orderFor } from './demo-order.ts';
import { demoPhoto } from './demo-photo.ts';
import type { DemoBooking, DemoPlan } from './demo-plan.ts';

export type DemoProgress = (done: number, all: number) => void;

interface CreatedBooking {
  readonly id: string;
  readonly route: readonly {
    readonly id: string;
    readonly location: { readonly coordinates: readonly [number, number] };
  }[];
}

const MINUTE_MS = 60_000;

export class DemoRunner {
  readonly #app: DemoApp;
  readonly #plan: DemoPlan;
  readonly #accounts: DemoAccounts;
  readonly #isSandbox: boolean;
  readonly #created = new Map<number, CreatedBooking>();

  constructor(app: DemoApp, plan: DemoPlan, accounts: DemoAccounts, isSandbox: boolean) {
    this.#app = app;
    this.#plan = plan;
    this.#accounts = accounts;
    this.#isSandbox = isSandbox;
  }

  async play(onProgress: DemoProgress): Promise<void> {
    const actions = this.#plan.bookings
      .flatMap((booking) => demoActionsOf(this.#plan, booking, this.#stopCount(booking)))
      .sort((one, other) => one.atMs - other.atMs || one.booking.number - other.booking.number);
    for (const [done, action] of actions.entries()) {
      this.#app.moveTo(action.atMs);
      await this.#perform(action);
      // Background work must run at the time of its cause: wait for it before the clock moves by more than 10 minutes.
      if ((actions[done + 1]?.atMs ?? 0) - action.atMs > 10 * MINUTE_MS) await this.#app.rest();
      onProgress(done + 1, actions.length);
    }
    this.#app.moveTo(this.#plan.nowMs);
    await this.#app.rest();
    await this.#accounts.handOver();
  }

  #order(booking: DemoBooking) {
    const order = orderFor(this.#plan, booking, this.#isSandbox);
    if (allowsMultipleStops(booking)) return order;
    return { ...order, route: { ...order.route, stops: order.route.stops.slice(0, 2) } };
  }

  #stopCount(booking: DemoBooking): number {
    return this.#order(booking).route.stops.length;
  }

  async #perform({ booking, step }: DemoAction): Promise<void> {
    switch (step.kind) {
      case 'create':
        return this.#create(booking);
      case 'edit':
        return this.#asPartner(booking, {
          method: 'PATCH',
          body: { description: 'Two floors up; please call ahead' },
        });
      case 'note':
        return this.#asOperator(booking, '/notes', { text: 'Customer asked for a call 30 minutes ahead.' });
      case 'assign':
        return this.#asOperator(booking, '/assign', { crew_id: this.#accounts.crewIds[step.crew] });
      case 'lose_crew':
        return this.#asOperator(booking, '/lose-crew', { reason: 'The truck would not start' });
      case 'cancel_by_partner':
        return this.#asPartner(booking, { path: '/cancel', body: { cancel_reason: 'im_not_ready' } });
      case 'cancel_by_operator':
        return this.#asOperator(booking, '/cancel', { reason: 'Street closed by the city' });
      case 'refund':
        return this.#asOperator(booking, '/adjustments', {
          kind: 'refund',
          name: 'Scratched table leg',
          amount: -2_500,
        });
      default:
        return this.#progress(booking, step.kind, step.stop);
    }
  }

  async #create(booking: DemoBooking): Promise<void> {
    const { token } = this.#partner(booking);
    const { route, details, isQuoted } = this.#order(booking);
    const quote = isQuoted ? await this.#app.call<{ id: string }>(token, '/quotes', { body: route }) : null;
    if (booking.number % 3 === 0 && quote)
      await this.#app.call(token, '/schedule', { body: { quote_id: quote.id } });
    // Some partner calls are invalid, so that the request log contains refused requests.
    if (booking.number % 17 === 0)
      await this.#app.call(token, '/bookings', { body: { ...route, ...details, tip: 50 }, status: 400 });
    const body = quote ? { quote_id: quote.id, ...details } : { ...route, ...details };
    this.#created.set(booking.number, await this.#app.call<CreatedBooking>(token, '/bookings', { body }));
  }

  async #progress(
    booking: DemoBooking,
    kind: 'depart' | 'position' | 'arrive' | 'complete' | 'fail' | 'skip' | 'move_on',
    stop: number,
  ) {
    const { id, route } = this.#bookingOf(booking);
    const path = `/stops/${route[stop]?.id}`;
    const eta = new Date(
      this.#app.clock.now().getTime() + (booking.outcome === 'late' ? 24 : 7) * MINUTE_MS,
    ).toISOString();
    switch (kind) {
      case 'depart':
        return this.#asOperator(booking, `${path}/depart`, { eta });
      case 'position':
        return this.#asOperator(booking, '/position', {
          location: this.#positionOnTheWay(booking, stop),
          eta,
        });
      case 'arrive':
        return this.#asOperator(booking, `${path}/arrive`, {});
      case 'move_on':
        return this.#asOperator(booking, `${path}/move-on`, {});
      case 'fail':
        return this.#asOperator(booking, `${path}/cannot-complete`, {
          reason: 'Customer not at home, and the phone is off',
        });
      case 'skip':
        return this.#asOperator(booking, `${path}/skip`, {
          reason: 'The customer will pick it up at the warehouse',
        });
      case 'complete': {
        const photo = await demoPhoto(booking.number + stop);
        const token = await this.#accounts.operatorToken();
        const { url } = await this.#app.call<{ url: string }>(token, `/operator/bookings/${id}/photos`, {
          photo,
        });
        return this.#asOperator(booking, `${path}/complete`, { photo_urls: [url] });
      }
    }
  }

  /** Two thirds of the way from the previous stop; for the first stop, from a point to its northwest. */
  #positionOnTheWay(booking: DemoBooking, stop: number): [number, number] {
    const { route } = this.#bookingOf(booking);
    const [toLongitude, toLatitude] = route[stop]?.location.coordinates ?? [0, 0];
    const [longitude, latitude] = route[stop - 1]?.location.coordinates ?? [
      toLongitude - 0.02,
      toLatitude + 0.03,
    ];
    const between = (from: number, to: number) => Math.round((from + ((to - from) * 2) / 3) * 1e5) / 1e5;
    return [between(longitude, toLongitude), between(latitude, toLatitude)];
  }

  #bookingOf({ number }: DemoBooking): CreatedBooking {
    const created = this.#created.get(number);
    if (!created) throw new Error(`booking ${number} of the demo was not created`);
    return created;
  }

  #partner({ partner }: DemoBooking) {
    const found = this.#accounts.partners[partner];
    if (!found) throw new RangeError('the plan names an unknown partner');
    return found;
  }

  async #asPartner(
    booking: DemoBooking,
    { path = '', method, body }: { path?: string; method?: 'PATCH'; body: object },
  ): Promise<void> {
    const { token } = this.#partner(booking);
    await this.#app.call(token, `/bookings/${this.#bookingOf(booking).id}${path}`, {
      body,
      ...(method && { method }),
    });
  }

  async #asOperator(booking: DemoBooking, path: string, body: object): Promise<void> {
    const token = await this.#accounts.operatorToken();
    await this.#app.call(token, `/operator/bookings/${this.#bookingOf(booking).id}${path}`, { body });
  }
}
