// The tracking page with tiles of another server.
import { describe, expect, it } from 'vitest';
import { TrackingStage } from '../support/tracked-booking.ts';

describe('a configured map tile URL', () => {
  it('is allowed by the content security policy and passed to the page', async () => {
    const tiled = await TrackingStage.start({
      variables: {
        MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
        MAP_TILE_ATTRIBUTION: '© Tiles',
        TRACKING_LINK_DAYS: '3',
      },
    });
    try {
      const { token } = await tiled.book();
      const page = await fetch(`${tiled.test.baseUrl}/track/${token}`);
      expect(page.headers.get('content-security-policy')).toContain("img-src 'self' https://tiles.example;");
      const answer = await fetch(`${tiled.test.baseUrl}/track/api/${token}`);
      expect(await answer.json()).toMatchObject({
        map: { kind: 'raster', url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Tiles' },
      });
    } finally {
      await tiled.close();
    }
  });
});
