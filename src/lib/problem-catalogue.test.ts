import { describe, expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { problemCatalogue } from './problem-catalogue.ts';

describe('the problem catalogue', () => {
  it.each(Object.entries(problemCatalogue))(
    'explains %s and says what to do',
    (code, { meaning, remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      for (const sentence of [meaning, remedy]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
    },
  );
});

describe('a problem', () => {
  it('has the kind of the catalogue unless it is overridden', () => {
    expect(Problem.of('invalid_client', 'No.').kind).toBe('invalid');
    expect(Problem.of('invalid_client', 'No.', { kind: 'unauthenticated' }).kind).toBe('unauthenticated');
  });

  it('keeps its cause for the log, and has null for unset details', () => {
    const cause = new Error('socket');
    const problem = Problem.of('service_unavailable', 'Down.', { cause, retryAfterSeconds: 1 });
    expect(problem).toMatchObject({ cause, param: null, retryAfterSeconds: 1, code: 'service_unavailable' });
    expect('cause' in Problem.of('not_found', 'Nothing.')).toBe(false);
  });
});
