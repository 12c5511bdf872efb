import { describe, expect, it } from 'vitest';
import { CREW_PROBLEMS, formatCrewProblem, readCrewProblem } from './crew-problem.ts';

describe('a problem on the way', () => {
  it('is read from the text that operators see', () => {
    for (const problem of CREW_PROBLEMS)
      for (const note of ['', 'flat tire: left rear'])
        expect(readCrewProblem(formatCrewProblem(problem, note))).toEqual({ problem, note });
  });

  it('is another problem if its text was erased', () => {
    expect(readCrewProblem('Erased')).toEqual({ problem: 'other', note: 'Erased' });
  });
});
