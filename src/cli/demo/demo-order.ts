// Request body of a demo booking, derived from its plan entry and the seeded random generator.
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import { demoAddons, demoCrews, demoCustomers, demoInstructions, demoPartners } from './demo-data.ts';
import type { DemoBooking, DemoPlan } from './demo-plan.ts';
import type { DemoStops } from './demo-stops.ts';

export interface DemoOrder {
  readonly route: {
    readonly stops: readonly object[];
    readonly product: string;
    readonly addons: readonly string[];
  };
  readonly details: Readonly<Record<string, unknown>>;
  /** The partner requests a quote first and books that quote. */
  readonly isQuoted: boolean;
}

const MAGIC_ORDER_NUMBERS: Readonly<Record<string, string>> = {
  payment_refused: 'sandbox:payment_refused',
  no_crew: 'sandbox:no_crew_available',
};

/** `isSandbox`: failures that need external causes in production are simulated by magic values of the order number. */
export function orderFor(plan: DemoPlan, booking: DemoBooking, isSandbox: boolean): DemoOrder {
  const random = seededRandom(plan.seed, booking.number);
  const partner = demoPartners[booking.partner];
  const crew = demoCrews[booking.crew];
  if (!partner || !crew) throw new RangeError('the plan names an unknown partner or crew');
  const number = `${partner.orderPrefix}-${10_200 + booking.number}`;
  return {
    route: {
      stops: stopsFor(random, booking, plan.stops),
      product: random.pick(crew.products),
      addons: random.pick(demoAddons),
    },
    isQuoted: random.isLikely(0.6),
    details: {
      order_number: (isSandbox && MAGIC_ORDER_NUMBERS[booking.outcome]) || number,
      description: random.pick(partner.goods),
      customer: { name: random.pick(demoCustomers), phone_number: phoneNumber(booking.number) },
      metadata: { order: number, channel: random.pick(['web', 'store']) },
      tip: random.isLikely(0.25) ? random.between(3, 20) * 100 : 0,
      arrival_window_from: new Date(booking.windowMs).toISOString(),
      arrival_window_to: new Date(booking.windowMs + 3_600_000).toISOString(),
    },
  };
}

function phoneNumber(number: number): string {
  const area = ['212', '718', '347', '201'][number % 4] ?? '212';
  return `+1${area}55501${String(number % 80).padStart(2, '0')}`;
}

function stopsFor(
  random: SeededRandom,
  { outcome }: DemoBooking,
  { pickups, dropoffs: all }: DemoStops,
): object[] {
  const dropoffs = random.shuffled(all).slice(0, outcome !== 'late' && random.isLikely(0.15) ? 2 : 1);
  return [
    { location: random.pick(pickups), instructions: 'Loading dock' },
    ...dropoffs.map((location) => ({
      location,
      instructions: random.pick(demoInstructions),
      ...(random.isLikely(0.5) && { address2: `Apt ${random.between(1, 9)}${random.pick(['A', 'B', 'C'])}` }),
      ...(random.isLikely(0.4) && { floor: random.between(1, 6), elevator: random.isLikely(0.6) }),
    })),
  ];
}
