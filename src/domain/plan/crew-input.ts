// The part of a day that concerns one crew. A booking that another crew is committed to is not planned any more.
import { PRODUCTS } from '../dispatch/product.ts';
import type { Waypoint } from '../place/travel.ts';
import type { PlanBooking, PlanCrew, PlanInput, PlannedJob } from './plan-input.ts';
import { buildModel } from './plan-model.ts';

/** Divides a day among its crews in one pass. */
export class CrewInputs {
  readonly #input: PlanInput;
  readonly #bookings: ReadonlyMap<string, PlanBooking>;
  readonly #plannedBy = new Map<string, PlannedJob[]>();
  /** Crews that are committed to each booking. */
  readonly #committed = new Map<string, Set<string>>();

  constructor(input: PlanInput) {
    this.#input = input;
    this.#bookings = new Map(input.bookings.map((booking) => [booking.id, booking]));
    for (const job of input.planned) {
      const own = this.#plannedBy.get(job.crewId);
      if (own) own.push(job);
      else this.#plannedBy.set(job.crewId, [job]);
    }
    for (const { id, commitments } of input.crews)
      for (const { bookingId } of commitments)
        this.#committed.set(bookingId, (this.#committed.get(bookingId) ?? new Set()).add(id));
  }

  /** `crew`: also one that differs from that of the day. */
  of(crew: PlanCrew): PlanInput {
    const planned = this.#plannedBy.get(crew.id) ?? [];
    const ids = new Set(crew.commitments.map(({ bookingId }) => bookingId));
    for (const { bookingId } of planned) if (!this.#isOfOthers(bookingId, crew.id)) ids.add(bookingId);
    return {
      ...this.#input,
      crews: [crew],
      bookings: [...ids].flatMap((id) => this.#bookings.get(id) ?? []),
      planned,
      products: PRODUCTS,
    };
  }

  #isOfOthers(bookingId: string, crewId: string): boolean {
    const crews = this.#committed.get(bookingId);
    return crews !== undefined && (crews.size > 1 || !crews.has(crewId));
  }
}

export interface CrewPlaces {
  readonly sources: readonly Waypoint[];
  readonly targets: readonly Waypoint[];
}

/** Ends of the journeys between the jobs of a crew, before they are measured. `input`: the part of the crew. */
export function placesOf(input: PlanInput): CrewPlaces {
  const { places, sources, targets } = buildModel(input);
  const at = (numbers: readonly number[]) => numbers.flatMap((number) => places[number] ?? []);
  return { sources: at(sources), targets: at(targets) };
}
