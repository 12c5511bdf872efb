import { describe, expect, it } from 'vitest';
import { trackingSource } from './tracking-source.ts';

describe('the source of the tracking page', () => {
  it.each([
    ['/track/1pQ0xZ3m', '/track/api/1pQ0xZ3m', false],
    ['/portal/bookings/0197f0c4/tracking', '/portal/api/bookings/0197f0c4/tracking', true],
    ['/portal/bookings/0197f0c4/tracking/', '/portal/api/bookings/0197f0c4/tracking', true],
  ])('%s reads %s', (pathname, path, isPreview) => {
    expect(trackingSource(pathname)).toEqual({ path, isPreview });
  });
});
