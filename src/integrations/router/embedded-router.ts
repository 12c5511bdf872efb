// Embedded router: estimates travel without an external service. It knows neither roads nor water, so it always finds a
// route.
import { estimateTravel } from '../../domain/place/travel-estimate.ts';
import type { Router } from './router.ts';

export const embeddedRouter: Router = {
  route: async (waypoints) => ({ kind: 'found', travel: estimateTravel(waypoints) }),
};
