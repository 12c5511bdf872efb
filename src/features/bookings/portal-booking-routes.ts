// /portal/api/bookings and /portal/api/addresses: what the portal shows beyond the partner operations. Authenticated by
// the portal middleware. Bookings are created, changed and cancelled by the partner operations under /portal/api/partner.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { isUuid } from '../../lib/ids.ts';
import { bookingNotFound } from './change-booking.ts';
import {
  AddressQuerySchema,
  AddressSuggestionsSchema,
  PortalBookingPageSchema,
  PortalBookingQuerySchema,
  PortalBookingSchema,
} from './portal-booking-schemas.ts';
import { findPortalBooking, findUsualTimeZone, listPortalBookings } from './portal-booking-store.ts';
import { suggestAddresses } from './suggest-addresses.ts';

type PortalBookingContext = Pick<Context, 'db' | 'geocoder'>;

const path = '/portal/api/bookings';
const pageSize = 50;
const { operation } = pageOperations<PortalBookingContext>();

export const portalBookingOperations: readonly PageOperation<PortalBookingContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'read',
    summary: 'Bookings of the account, newest first',
    query: PortalBookingQuerySchema,
    responses: { 200: PortalBookingPageSchema },
    handler: async ({ context: { db }, request }) => {
      const { accountId } = portalPrincipalOf(request);
      // One extra row tells whether there is a next page.
      const query = { ...request.query, limit: pageSize + 1 };
      const account = db.forAccount(accountId);
      const [rows, timeZone] = await Promise.all([
        listPortalBookings(account, accountId, query),
        findUsualTimeZone(account, accountId),
      ]);
      const data = rows.slice(0, pageSize);
      const next = rows.length > pageSize ? (data.at(-1)?.id ?? null) : null;
      return { data, next, time_zone: timeZone };
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/:id`,
    access: 'read',
    summary: 'Time zone and prices of a booking, as in the list',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: PortalBookingSchema },
    handler: async ({ context: { db }, request }) => {
      const { accountId } = portalPrincipalOf(request);
      const { id } = request.params;
      const found = isUuid(id) ? await findPortalBooking(db.forAccount(accountId), accountId, id) : undefined;
      if (!found) throw bookingNotFound();
      return found;
    },
  }),

  operation({
    method: 'GET',
    path: '/portal/api/addresses',
    access: 'write',
    summary: 'Address suggestions for a text that is being typed',
    query: AddressQuerySchema,
    responses: { 200: AddressSuggestionsSchema },
    handler: ({ context, request }) =>
      suggestAddresses(context, portalPrincipalOf(request).accountId, request.query.text.trim()),
  }),
];
