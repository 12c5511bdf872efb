import { describe, expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { problemCatalogue } from './problem-catalogue.ts';

describe('the catalogue of problems', () => {
  it.each(Object.entries(problemCatalogue))(
    'explains %s and says what to do',
    (code, { meaning, remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      for (const sentence of [meaning, remedy]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
    },
  );
});

describe('a problem', () => {
  it('is of the kind the catalogue says, unless told otherwise', () => {
    expect(Problem.of('invalid_client', 'No.').kind).toBe('invalid');
    expect(Problem.of('invalid_client', 'No.', { kind: 'unauthenticated' }).kind).toBe('unauthenticated');
  });

  it('keeps its cause for the log, and says null for what is not known', () => {
    const cause = new Error('socket');
    const problem = Problem.of('service_unavailable', 'Down.', { cause, retryAfterSeconds: 1 });
    expect(problem).toMatchObject({ cause, param: null, retryAfterSeconds: 1, code: 'service_unavailable' });
    expect('cause' in Problem.of('not_found', 'Nothing.')).toBe(false);
  });
});
