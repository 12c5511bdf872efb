// Magic values: inputs that make the sandbox simulate a failure. In production they are ordinary text. The prefix
// `sandbox:` prevents accidental use. docs/guides/sandbox.md lists them; a test compares both.
import type { Failure } from '../booking/booking-ending.ts';

interface MagicValue {
  readonly value: string;
  /** Short description for the guide. */
  readonly effect: string;
}

/** Accepted in place of an address wherever a request takes a location. */
export const MAGIC_LOCATIONS = {
  notFound: { value: 'sandbox:address_not_found', effect: '422 `address_not_found`' },
  outside: { value: 'sandbox:outside_service_area', effect: '422 `outside_service_area`' },
  unavailable: { value: 'sandbox:maps_down', effect: '503 `service_unavailable`' },
} as const satisfies Record<string, MagicValue>;

/** For the `order_number` of a new booking. */
export const MAGIC_ORDER_NUMBERS = {
  windowLost: {
    value: 'sandbox:window_lost',
    effect: '409: the window was lost between listing and booking',
  },
  crewsBusy: { value: 'sandbox:crews_busy', effect: '503 `crews_busy`' },
  unavailableOnce: {
    value: 'sandbox:unavailable_once',
    effect: '503 `service_unavailable` once, then 201 for the same `Idempotency-Key`',
  },
  paymentRefused: {
    value: 'sandbox:payment_refused',
    effect: '201, then cancelled: `payment_refused`',
  },
  noCrew: {
    value: 'sandbox:no_crew_available',
    effect: '201, then cancelled: `no_crew_available`',
  },
} as const satisfies Record<string, MagicValue>;

const FAILURES: readonly { readonly value: string; readonly cause: Failure }[] = [
  { value: MAGIC_ORDER_NUMBERS.paymentRefused.value, cause: 'payment_refused' },
  { value: MAGIC_ORDER_NUMBERS.noCrew.value, cause: 'no_crew_available' },
];

/** Order numbers of bookings that are created and then fail. */
export const FAILING_ORDER_NUMBERS: readonly string[] = FAILURES.map(({ value }) => value);

export function magicFailure(orderNumber: string | null): Failure | null {
  return FAILURES.find(({ value }) => value === orderNumber)?.cause ?? null;
}
