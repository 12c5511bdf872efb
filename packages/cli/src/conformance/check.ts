// What a check is: a statement of the contract, and the code that judges an instance by it.
import type { Exchange } from './exchange.ts';
import type { Fixture, Run } from './run.ts';

/** Where the statement comes from: a section of the contract, or a guide where the contract is silent. */
export type Source = { readonly contract: ContractSection } | { readonly guide: Guide };

export type ContractSection =
  | 'General conventions'
  | 'Booking'
  | 'ProductEnum'
  | 'ArrivalWindow'
  | 'Location'
  | 'RouteStop'
  | 'Dispatch'
  | 'Crew'
  | 'Customer'
  | 'ContactInput'
  | 'Contact'
  | 'Quote'
  | 'Fare'
  | 'Schedule'
  | 'Paginated list'
  | 'States and transitions'
  | 'Endpoints'
  | 'POST /bookings'
  | 'GET /bookings'
  | 'GET /bookings/{id}'
  | 'PATCH /bookings/{id}'
  | 'POST /bookings/{id}/cancel'
  | 'Stops'
  | 'POST /quotes'
  | 'POST /quotes/batch'
  | 'GET /quotes/{id}'
  | 'POST /schedule'
  | 'Webhook endpoints'
  | 'Pagination'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Limits'
  | 'Versioning';

/** Files of docs/guides, without the extension. */
export type Guide =
  | 'authentication'
  | 'changes-and-cancellation'
  | 'errors'
  | 'idempotency-and-retries'
  | 'limits'
  | 'multi-stop'
  | 'pagination'
  | 'quotes-and-windows'
  | 'sandbox'
  | 'webhooks';

export interface Check {
  /** Stable: reports of different runs and versions are compared by it. */
  readonly id: string;
  /** What must hold. */
  readonly title: string;
  readonly source: Source;
  /** Throws `Mismatch` if the instance differs from the contract, `NotRun` if it cannot be judged. */
  readonly judge: (run: Run) => Promise<void> | void;
  /** Default `own`. */
  readonly phase?: Phase;
  /**
   * Fixtures that are started before the checks of the phase: those that take long, or whose exchanges are judged. Checks
   * with needs run after those without.
   */
  readonly needs?: readonly Fixture<unknown>[];
}

/**
 * The phases of a run, in order. `own`: judges exchanges that the check makes. `traffic`: judges all exchanges of the run,
 * and makes none. `last`: runs after the clean-up, alone, because it leaves the account unusable for a while.
 */
export type Phase = 'own' | 'traffic' | 'last';

export interface Section {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The instance differs from the contract. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly expected: string;
  readonly actual: string;
  readonly exchange: Exchange | null;

  constructor(expected: string, actual: string, exchange: Exchange | null = null) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
    this.exchange = exchange;
  }
}

/** The statement could not be judged on this instance; the message says why. */
export class NotRun extends Error {
  override readonly name = 'NotRun';
}

export function describeSource(source: Source): string {
  return 'contract' in source ? `contract, ${source.contract}` : `docs/guides/${source.guide}.md`;
}
