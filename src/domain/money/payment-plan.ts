// Payment planning: the next operation to request from the payment provider for one booking. Derived entirely from
// the stored operations and their status, so that any process can continue after a crash. While the job is open, its
// price is authorized. Afterwards the amount owed is captured, the rest is voided, and overpayments are refunded.

export type PaymentOperationKind = 'authorise' | 'capture' | 'refund' | 'void';

export interface PaymentOperation {
  /** Increases from 1. */
  readonly number: number;
  readonly kind: PaymentOperationKind;
  readonly amountCents: number;
  /** The number of the authorization that the operation belongs to; its own number for an authorization. */
  readonly intent: number;
  /** `pending`: requested, result unknown. `refused`: final. */
  readonly status: 'pending' | 'done' | 'refused';
}

export interface PaymentSituation {
  /** Amount to authorize in advance. */
  readonly wantedCents: number;
  /** Amount currently owed for the booking. */
  readonly dueCents: number;
  /** The booking is completed or cancelled. */
  readonly isOver: boolean;
  readonly operations: readonly PaymentOperation[];
}

export type PaymentStep =
  | { readonly kind: 'resume'; readonly operation: PaymentOperation }
  | { readonly kind: 'ask'; readonly operation: PaymentOperation }
  /** The authorization was refused before the job was done: the booking fails. */
  | { readonly kind: 'fail_booking' }
  /** Nothing to request. `uncollectedCents` stays on the account as owed. */
  | { readonly kind: 'rest'; readonly uncollectedCents: number };

/**
 * An authorization can expire before a late capture, so one new authorization is tried. After a second refused
 * capture, collection stops.
 */
const MAX_REFUSED_CAPTURES = 2;

interface Intent {
  readonly number: number;
  readonly authorisedCents: number;
  readonly capturedCents: number;
  readonly refundedCents: number;
  /** The authorization was neither captured nor voided. */
  readonly isHeld: boolean;
}

export function nextPaymentStep(situation: PaymentSituation): PaymentStep {
  const { operations, isOver, wantedCents } = situation;
  const pending = operations.find(({ status }) => status === 'pending');
  if (pending) return { kind: 'resume', operation: pending };
  if (isOver) return nextSettlementStep(situation);
  if (operations.length === 0) return request(situation, 'authorise', wantedCents);
  const isAuthorised = operations.some(({ kind, status }) => kind === 'authorise' && status === 'done');
  return isAuthorised ? { kind: 'rest', uncollectedCents: 0 } : { kind: 'fail_booking' };
}

/** Captured minus refunded. */
export function collectedCents(operations: readonly PaymentOperation[]): number {
  return intentsOf(operations).reduce((sum, intent) => sum + remainder(intent), 0);
}

function nextSettlementStep(situation: PaymentSituation): PaymentStep {
  const { operations, dueCents } = situation;
  const intents = intentsOf(operations);
  const missingCents = dueCents - collectedCents(operations);
  const held = intents.find(({ isHeld }) => isHeld);
  const refused = operations.at(-1)?.status === 'refused' ? operations.at(-1)?.kind : undefined;
  const rest = { kind: 'rest', uncollectedCents: missingCents } as const;
  if (missingCents > 0 && held)
    return request(situation, 'capture', Math.min(missingCents, held.authorisedCents), held);
  if (held) return request(situation, 'void', held.authorisedCents, held);
  if (missingCents > 0) {
    const isUncollectible = refused === 'authorise' || refusedCaptures(operations) >= MAX_REFUSED_CAPTURES;
    return isUncollectible ? rest : request(situation, 'authorise', missingCents);
  }
  const refundable = intents.find((intent) => remainder(intent) > 0);
  if (missingCents === 0 || !refundable || refused === 'refund') return rest;
  return request(situation, 'refund', Math.min(-missingCents, remainder(refundable)), refundable);
}

function refusedCaptures(operations: readonly PaymentOperation[]): number {
  return operations.filter(({ kind, status }) => kind === 'capture' && status === 'refused').length;
}

function request(
  { operations }: PaymentSituation,
  kind: PaymentOperationKind,
  amountCents: number,
  intent?: Intent,
): PaymentStep {
  const number = operations.length + 1;
  const operation = {
    number,
    kind,
    amountCents,
    intent: intent?.number ?? number,
    status: 'pending',
  } as const;
  return { kind: 'ask', operation };
}

function intentsOf(operations: readonly PaymentOperation[]): Intent[] {
  return operations
    .filter(({ kind, status }) => kind === 'authorise' && status === 'done')
    .map(({ number, amountCents }) => {
      const own = operations.filter(({ intent, kind }) => intent === number && kind !== 'authorise');
      const sum = (wanted: PaymentOperationKind) =>
        own.reduce(
          (cents, each) =>
            each.kind === wanted && each.status === 'done' ? cents + each.amountCents : cents,
          0,
        );
      return {
        number,
        authorisedCents: amountCents,
        capturedCents: sum('capture'),
        refundedCents: sum('refund'),
        // A capture or void that was attempted uses up the authorization, even if it was refused (expired).
        isHeld: !own.some(({ kind }) => kind === 'capture' || kind === 'void'),
      };
    });
}

function remainder({ capturedCents, refundedCents }: Intent): number {
  return capturedCents - refundedCents;
}
