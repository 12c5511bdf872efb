import { expect, it } from 'vitest';
import { closeOpenInstallations, rememberOpen } from './open-installations.ts';

it('closes an installation once, also if several callers close it', async () => {
  const closed: string[] = [];
  const close = rememberOpen(async () => void closed.push('first'));
  rememberOpen(async () => void closed.push('second'));
  await Promise.all([close(), close(), closeOpenInstallations()]);
  await closeOpenInstallations();
  expect(closed).toEqual(['first', 'second']);
});
