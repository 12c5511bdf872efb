import { expect, test } from 'vitest';
import { ApiError, errorForParam } from './api-request.ts';

test('shows the error of a field with the name of the field as words', () => {
  const error = (param: string, message: string) => new ApiError(400, { param, message });
  const refused = error('contact_email', 'contact_email must be an e-mail address.');
  expect(errorForParam(refused, 'contact_email')).toBe('The contact e-mail must be an e-mail address.');
  expect(errorForParam(refused, 'contact_email', 'The address')).toBe(
    'The address must be an e-mail address.',
  );
  expect(errorForParam(error('code', 'The code is wrong.'), 'code')).toBe('The code is wrong.');
  expect(errorForParam(refused, 'name')).toBeNull();
});
