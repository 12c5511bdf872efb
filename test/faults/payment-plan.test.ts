// Payment plan with a provider that refuses at random, and a worker that crashes before it learns a result.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectedCents,
  nextPaymentStep,
  type PaymentOperation,
  type PaymentSituation,
} from '../../src/domain/money/payment-plan.ts';
import { rounds } from '../support/scale.ts';

const cents = fc.integer({ min: 1, max: 100_000 });
/** Amounts due over time: first in progress, then the fare or the cancellation fee, then changes of it. */
const history = fc.record({ wantedCents: cents, dues: fc.array(fc.nat({ max: 200_000 }), { maxLength: 5 }) });
const outcome = fc.record({ refuses: fc.boolean(), crashes: fc.boolean() });
const outcomes = fc.infiniteStream(outcome);
const MAX_STEPS = 60;

/** Runs steps until there is nothing to do, and returns the last step and all operations. */
function runSteps(
  situation: PaymentSituation,
  next: (operation: PaymentOperation) => { refuses: boolean; crashes: boolean },
) {
  let operations = [...situation.operations];
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const step = nextPaymentStep({ ...situation, operations });
    if (step.kind === 'rest' || step.kind === 'fail_booking') return { step, operations };
    const { refuses, crashes } = next(step.operation);
    const status = refuses ? ('refused' as const) : ('done' as const);
    // A crashed worker has stored the operation it was about to request, and the next one finds it.
    const asked = operations.filter(({ number }) => number !== step.operation.number);
    operations = [...asked, crashes ? step.operation : { ...step.operation, status }];
    expectConsistent(operations);
  }
  throw new Error(`not finished after ${MAX_STEPS} steps`);
}

function expectConsistent(operations: readonly PaymentOperation[]): void {
  expect(operations.map(({ number }) => number)).toEqual(operations.map((_, index) => index + 1));
  expect(operations.every(({ amountCents }) => amountCents > 0)).toBe(true);
  expect(collectedCents(operations)).toBeGreaterThanOrEqual(0);
  for (const { number, amountCents } of operations.filter(({ kind }) => kind === 'authorise')) {
    const own = operations.filter(({ intent }) => intent === number);
    const captures = own.filter(({ kind, status }) => kind === 'capture' && status !== 'refused');
    const voids = own.filter(({ kind, status }) => kind === 'void' && status !== 'refused');
    const refunded = own.filter(({ kind, status }) => kind === 'refund' && status !== 'refused');
    expect(captures.length + voids.length).toBeLessThanOrEqual(1);
    const taken = captures.reduce((sum, each) => sum + each.amountCents, 0);
    expect(taken).toBeLessThanOrEqual(amountCents);
    expect(refunded.reduce((sum, each) => sum + each.amountCents, 0)).toBeLessThanOrEqual(taken);
  }
}

describe('the payments of a booking', () => {
  it('end with exactly the amount due collected and nothing authorized', () => {
    const property = fc.property(history, outcomes, ({ wantedCents, dues }, stream) => {
      const next = () => ({ refuses: false, crashes: (stream.next().value as { crashes: boolean }).crashes });
      let { step, operations } = runSteps({ wantedCents, dueCents: 0, isOver: false, operations: [] }, next);
      expect(step).toEqual({ kind: 'rest', uncollectedCents: 0 });
      for (const dueCents of dues) {
        ({ step, operations } = runSteps({ wantedCents, dueCents, isOver: true, operations }, next));
        expect(step).toEqual({ kind: 'rest', uncollectedCents: 0 });
        expect(collectedCents(operations)).toBe(dueCents);
      }
    });
    fc.assert(property, { numRuns: rounds(300, 10_000) });
  });

  it('never exceed the amount due, and report what could not be collected, if the provider refuses', () => {
    const property = fc.property(history, outcomes, ({ wantedCents, dues }, stream) => {
      const next = () => stream.next().value as { refuses: boolean; crashes: boolean };
      let operations: PaymentOperation[] = [];
      let maxDue = 0;
      for (const [index, dueCents] of [0, ...dues].entries()) {
        const result = runSteps({ wantedCents, dueCents, isOver: index > 0, operations }, next);
        ({ operations } = result);
        maxDue = Math.max(maxDue, dueCents);
        const collected = collectedCents(operations);
        expect(collected).toBeLessThanOrEqual(maxDue);
        if (index > 0) expect(result.step).toEqual({ kind: 'rest', uncollectedCents: dueCents - collected });
      }
    });
    fc.assert(property, { numRuns: rounds(300, 10_000) });
  });

  it('fail a booking only if its authorization is refused', () => {
    const first = nextPaymentStep({ wantedCents: 500, dueCents: 0, isOver: false, operations: [] });
    if (first.kind !== 'ask') throw new Error('expected an authorization');
    expect(first.operation).toMatchObject({ kind: 'authorise', amountCents: 500 });
    const stepAfter = (status: 'done' | 'refused', isOver = false) =>
      nextPaymentStep({
        wantedCents: 500,
        dueCents: 0,
        isOver,
        operations: [{ ...first.operation, status }],
      });
    expect(stepAfter('refused')).toEqual({ kind: 'fail_booking' });
    expect(stepAfter('done')).toEqual({ kind: 'rest', uncollectedCents: 0 });
    expect(stepAfter('refused', true)).toEqual({ kind: 'rest', uncollectedCents: 0 });
    expect(stepAfter('done', true)).toMatchObject({ kind: 'ask', operation: { kind: 'void', intent: 1 } });
  });
});
