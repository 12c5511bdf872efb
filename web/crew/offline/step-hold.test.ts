import { describe, expect, it } from 'vitest';
import { HOLD_MS, holdLeftMs, leadingUnheld, undoableSteps } from './step-hold.ts';

const nowMs = 1_000_000;
const tapped = (agoMs: number, tapId = `${agoMs}`) => ({ tappedAtMs: nowMs - agoMs, tapId });

describe('the hold of a step', () => {
  it('ends ten seconds after the tap, when the step is released, and when the clock was set back', () => {
    expect(holdLeftMs(tapped(0), nowMs)).toBe(HOLD_MS);
    expect(holdLeftMs(tapped(9_999), nowMs)).toBe(1);
    expect(holdLeftMs(tapped(HOLD_MS), nowMs)).toBe(0);
    expect(holdLeftMs({ ...tapped(0), isReleased: true }, nowMs)).toBe(0);
    expect(holdLeftMs(tapped(-1), nowMs)).toBe(0);
    expect(holdLeftMs({}, nowMs)).toBe(0);
  });

  it('keeps the order: nothing is sent before a held step', () => {
    const [sent, held, late] = [tapped(60_000), tapped(5_000), tapped(-60_000)];
    expect(leadingUnheld([sent, held, late], nowMs)).toEqual([sent]);
    expect(leadingUnheld([sent, late], nowMs)).toEqual([sent, late]);
  });

  it('lets only the last tap be undone, with all its steps', () => {
    const [earlier, depart, arrive] = [tapped(1_000, 'a'), tapped(1_000, 'b'), tapped(1_000, 'b')];
    expect(undoableSteps([earlier, depart, arrive], nowMs, true)).toEqual([depart, arrive]);
    expect(undoableSteps([earlier], nowMs, true)).toEqual([earlier]);
    expect(undoableSteps([tapped(HOLD_MS)], nowMs, true)).toEqual([]);
    expect(undoableSteps([], nowMs, true)).toEqual([]);
  });

  it('lets a step be undone without a connection until it was released', () => {
    const [late, last] = [tapped(2 * HOLD_MS), tapped(HOLD_MS)];
    expect(undoableSteps([late, last], nowMs, false)).toEqual([last]);
    expect(undoableSteps([late, { ...last, isReleased: true }], nowMs, false)).toEqual([]);
    // Queued by an earlier version of the page.
    expect(undoableSteps([{}, {}], nowMs, false)).toEqual([]);
  });
});
