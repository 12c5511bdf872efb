// Fares: the estimate of a quote and the final fare, by the same formula.
//   total = base + labor + travel distance + travel duration + stops + adjustments
// Each line is computed exactly and rounded half up to whole cents once; the total adds whole cents only.
import { add, type Decimal, decimal, multiply, roundHalfUp, subtract } from '../../lib/decimal.ts';
import { dollars } from '../../lib/format-dollars.ts';
import type { Result } from '../../lib/result.ts';
import { type Distance, hundredths } from '../place/travel.ts';
import { type Adjustment, addonAdjustment, amountFault, tipAdjustments } from './adjustment.ts';
import type { Addon, FareTerms } from './price-book.ts';

export interface Fare {
  readonly totalCents: number;
  readonly baseCents: number;
  readonly laborCents: number;
  readonly travelDistanceCents: number;
  /** Miles beyond the included miles, two decimals. */
  readonly billedMiles: number;
  readonly travelDurationCents: number;
  readonly stopsCents: number;
  readonly adjustments: readonly Adjustment[];
}

/** One fare for fixed labor, `[low, high]` for variable labor. */
export type FareEstimate = readonly [Fare] | readonly [low: Fare, high: Fare];

export interface PlannedJob {
  readonly stopCount: number;
  readonly travel: Distance;
  readonly addons: readonly Addon[];
  readonly createdAtMs: number;
}

export interface FinishedJob {
  /** Service time per stop in minutes, from arrival to done: one entry per stop, in order. */
  readonly laborMinutesByStop: readonly number[];
  /** As travelled, or as quoted if not measured. */
  readonly travel: Distance;
  readonly addons: readonly Addon[];
  readonly tipCents: number;
  readonly adjustments: readonly Adjustment[];
  readonly finishedAtMs: number;
}

/** Origin and destination: included in the base price unless all stops are billed. */
const ENDS_OF_ROUTE = 2;
const ZERO = decimal(0);

export function estimateFare(terms: FareTerms, job: PlannedJob): FareEstimate {
  const { labor } = terms;
  const adjustments = job.addons.map((addon) => addonAdjustment(addon, job.createdAtMs));
  const fareAt = (minutesPerStop: number) => {
    const laborMinutes = multiply(decimal(minutesPerStop), decimal(job.stopCount));
    return sumFare(terms, { ...job, laborMinutes, adjustments });
  };
  if (labor.kind === 'fixed') return [fareAt(labor.minutesPerStop)];
  return [fareAt(labor.lowMinutesPerStop), fareAt(labor.highMinutesPerStop)];
}

/** Variable labor bills the minutes worked, even beyond the estimate; fixed labor bills as quoted. */
export function finalFare(terms: FareTerms, job: FinishedJob): Fare {
  const stopCount = job.laborMinutesByStop.length;
  const laborMinutes =
    terms.labor.kind === 'fixed'
      ? multiply(decimal(terms.labor.minutesPerStop), decimal(stopCount))
      : job.laborMinutesByStop.reduce((sum, minutes) => add(sum, quantity(minutes)), ZERO);
  const adjustments = [
    ...job.addons.map((addon) => addonAdjustment(addon, job.finishedAtMs)),
    ...tipAdjustments(job.tipCents, job.finishedAtMs),
    ...job.adjustments,
  ];
  return sumFare(terms, { stopCount, travel: job.travel, laborMinutes, adjustments });
}

/** Adds a line to a fare, for example a refund. Fails if the amount is invalid or would make the total negative. */
export function adjustFare(fare: Fare, adjustment: Adjustment): Result<Fare, string> {
  const fault = amountFault(adjustment.kind, adjustment.amountCents);
  if (fault !== null) return { ok: false, faults: [fault] };
  if (adjustment.amountCents === 0) return { ok: false, faults: ['must not be 0: nothing would change'] };
  const totalCents = fare.totalCents + adjustment.amountCents;
  if (adjustment.amountCents < 0 && totalCents < 0) {
    const limit = Math.max(0, fare.totalCents);
    return {
      ok: false,
      faults: [`must not make the total negative: at most ${dollars(limit)} can be deducted`],
    };
  }
  return { ok: true, value: { ...fare, totalCents, adjustments: [...fare.adjustments, adjustment] } };
}

interface Quantities {
  readonly stopCount: number;
  readonly travel: Distance;
  readonly laborMinutes: Decimal;
  readonly adjustments: readonly Adjustment[];
}

function sumFare(terms: FareTerms, job: Quantities): Fare {
  const { structure } = terms;
  const billedMiles = milesBeyond(structure.includedMiles, job.travel.miles);
  const lines = {
    baseCents: lineCents(structure.baseCents, decimal(1)),
    laborCents: lineCents(structure.perMinuteLaborCents, job.laborMinutes),
    travelDistanceCents: lineCents(structure.perMileCents, decimal(billedMiles)),
    travelDurationCents: lineCents(structure.perMinuteTravelCents, decimal(hundredths(job.travel.minutes))),
    stopsCents: lineCents(structure.perStopCents, decimal(billedStops(terms, job.stopCount))),
  };
  const ride = Object.values(lines).reduce((sum, cents) => sum + cents, 0);
  const totalCents = job.adjustments.reduce((sum, adjustment) => sum + validAmount(adjustment), ride);
  return { totalCents, ...lines, billedMiles, adjustments: job.adjustments };
}

function lineCents(rateCents: number, count: Decimal): number {
  return roundHalfUp(multiply(quantity(rateCents), count), 0);
}

function billedStops(terms: FareTerms, stopCount: number): number {
  return terms.billsAllStops ? stopCount : Math.max(0, stopCount - ENDS_OF_ROUTE);
}

/** Computed from the two published decimals, so that partners can reproduce the cents. */
function milesBeyond(includedMiles: number, miles: number): number {
  const beyond = subtract(decimal(hundredths(miles)), quantity(includedMiles));
  return Math.max(0, roundHalfUp(beyond, 2));
}

function quantity(value: number): Decimal {
  if (value < 0) throw new RangeError(`a fare has no negative quantities: ${value}`);
  return decimal(value);
}

function validAmount({ kind, amountCents }: Adjustment): number {
  const fault = amountFault(kind, amountCents);
  if (fault !== null) throw new RangeError(`the amount ${fault}`);
  return amountCents;
}
