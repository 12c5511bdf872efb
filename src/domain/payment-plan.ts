// What to ask of the payment provider next, for one booking. Everything follows from what was asked before and how it
// ended, so that whoever comes after a crash goes on where the last one stopped. While the job is open its price is
// authorised; once it is over exactly what is owed is collected, no more is held, and what was taken too much goes back.

export type PaymentOperationKind = 'authorise' | 'capture' | 'refund' | 'void';

export interface PaymentOperation {
  /** Counts up from 1. */
  readonly number: number;
  readonly kind: PaymentOperationKind;
  readonly amountCents: number;
  /** The number of the authorisation that it belongs to; its own, if it is one. */
  readonly intent: number;
  /** Pending: asked, and nobody knows yet how it ended. Refused: it will not happen. */
  readonly status: 'pending' | 'done' | 'refused';
}

export interface PaymentSituation {
  /** What the job may cost, to be authorised beforehand. */
  readonly wantedCents: number;
  /** What is owed for the booking by now. */
  readonly dueCents: number;
  /** The booking is completed or cancelled. */
  readonly isOver: boolean;
  readonly operations: readonly PaymentOperation[];
}

export type PaymentStep =
  | { readonly kind: 'resume'; readonly operation: PaymentOperation }
  | { readonly kind: 'ask'; readonly operation: PaymentOperation }
  /** The authorisation was refused before the job was done: the booking cannot go on. */
  | { readonly kind: 'fail_booking' }
  /** Nothing to ask. Whatever could not be collected stays on the account. */
  | { readonly kind: 'rest'; readonly uncollectedCents: number };

/** An authorisation lapses if the job is long after it; who takes a second one and then refuses again will not pay. */
const MAX_REFUSED_CAPTURES = 2;

interface Intent {
  readonly number: number;
  readonly authorisedCents: number;
  readonly capturedCents: number;
  readonly refundedCents: number;
  /** Money is held that was neither taken nor let go. */
  readonly isHeld: boolean;
}

export function nextPaymentStep(situation: PaymentSituation): PaymentStep {
  const { operations, isOver, wantedCents } = situation;
  const pending = operations.find(({ status }) => status === 'pending');
  if (pending) return { kind: 'resume', operation: pending };
  if (isOver) return settle(situation);
  if (operations.length === 0) return ask(situation, 'authorise', wantedCents);
  const isAuthorised = operations.some(({ kind, status }) => kind === 'authorise' && status === 'done');
  return isAuthorised ? { kind: 'rest', uncollectedCents: 0 } : { kind: 'fail_booking' };
}

/** What was taken and not given back. */
export function collectedCents(operations: readonly PaymentOperation[]): number {
  return intentsOf(operations).reduce((sum, intent) => sum + remainder(intent), 0);
}

function settle(situation: PaymentSituation): PaymentStep {
  const { operations, dueCents } = situation;
  const intents = intentsOf(operations);
  const missingCents = dueCents - collectedCents(operations);
  const held = intents.find(({ isHeld }) => isHeld);
  const refused = operations.at(-1)?.status === 'refused' ? operations.at(-1)?.kind : undefined;
  const rest = { kind: 'rest', uncollectedCents: missingCents } as const;
  if (missingCents > 0 && held)
    return ask(situation, 'capture', Math.min(missingCents, held.authorisedCents), held);
  if (held) return ask(situation, 'void', held.authorisedCents, held);
  if (missingCents > 0) {
    const isHopeless = refused === 'authorise' || refusedCaptures(operations) >= MAX_REFUSED_CAPTURES;
    return isHopeless ? rest : ask(situation, 'authorise', missingCents);
  }
  const taken = intents.find((intent) => remainder(intent) > 0);
  if (missingCents === 0 || !taken || refused === 'refund') return rest;
  return ask(situation, 'refund', Math.min(-missingCents, remainder(taken)), taken);
}

function refusedCaptures(operations: readonly PaymentOperation[]): number {
  return operations.filter(({ kind, status }) => kind === 'capture' && status === 'refused').length;
}

function ask(
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
        // One that can no longer be captured or let go has lapsed.
        isHeld: !own.some(({ kind }) => kind === 'capture' || kind === 'void'),
      };
    });
}

function remainder({ capturedCents, refundedCents }: Intent): number {
  return capturedCents - refundedCents;
}
