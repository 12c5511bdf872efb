// The operations that only Waybill's own pages call, by page.
import { portalAddonOperations } from '../../src/features/bookings/portal-addon-routes.ts';
import { portalBookingOperations } from '../../src/features/bookings/portal-booking-routes.ts';
import { portalStopOperations } from '../../src/features/bookings/portal-stop-routes.ts';
import {
  portalBrandingOperations,
  portalLogoOperations,
} from '../../src/features/branding/portal-branding-routes.ts';
import {
  crewPageOperations,
  crewPhotoOperations,
  crewSignInOperations,
} from '../../src/features/crew/crew-routes.ts';
import { portalKeyOperations } from '../../src/features/oauth/portal-key-routes.ts';
import { portalMemberOperations } from '../../src/features/portal-members/portal-member-routes.ts';
import { portalSignInPageOperations } from '../../src/features/portal-members/sign-in-routes.ts';
import { portalRequestOperations } from '../../src/features/requests/portal-request-routes.ts';
import { previewOperations } from '../../src/features/tracking/preview-routes.ts';
import { trackingOperations } from '../../src/features/tracking/tracking-routes.ts';
import { portalDeliveryOperations } from '../../src/features/webhooks/portal-delivery-routes.ts';
import { portalEndpointOperations } from '../../src/features/webhooks/portal-endpoint-routes.ts';
import {
  portalSessionOperations,
  portalSignInOperations,
} from '../../src/features/webhooks/portal-session-routes.ts';
import type { PageOperation } from '../../src/http/operations/page-operation.ts';

export type Page = 'portal' | 'crew' | 'tracking';

export const operationsOfPage: Readonly<Record<Page, readonly Pick<PageOperation<never>, 'shape'>[]>> = {
  portal: [
    ...portalSignInOperations,
    ...portalSignInPageOperations,
    ...portalSessionOperations,
    ...portalEndpointOperations,
    ...portalDeliveryOperations,
    ...portalRequestOperations,
    ...portalKeyOperations,
    ...portalMemberOperations,
    ...portalBookingOperations,
    ...portalStopOperations,
    ...portalAddonOperations,
    ...portalBrandingOperations,
    ...portalLogoOperations,
    ...previewOperations,
  ],
  crew: [...crewSignInOperations, ...crewPageOperations, ...crewPhotoOperations],
  tracking: trackingOperations,
};
