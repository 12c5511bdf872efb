// /portal/api/branding: branding of the organization of the portal session. Authenticated by the portal middleware.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../context.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { imageOf, imageTypes } from '../../http/server/image-body.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import type { HexColor } from '../../lib/oklch.ts';
import { Problem } from '../../lib/problem.ts';
import { loadAccount } from '../accounts/account-store.ts';
import { brandPalette } from './brand-palette.ts';
import {
  BrandingSubmissionSchema,
  BrandLogoSchema,
  BrandPaletteSchema,
  PaletteQuerySchema,
  PortalBrandingSchema,
  RevisionQuerySchema,
} from './branding-schemas.ts';
import { type BrandingRecord, findBranding, loadLogoFile } from './branding-store.ts';
import { presentBrandingState, presentPalette } from './branding-view.ts';
import {
  resetBranding,
  type SubmittedBranding,
  submitBranding,
  uploadLogo,
  withdrawBranding,
} from './change-branding.ts';
import { logoDigest, logoFile } from './logo-file.ts';

export interface PortalBrandingContext extends Pick<Context, 'db' | 'clock' | 'ids'> {
  /** Name of the delivery company. */
  readonly companyName: string;
  /** Numbers by which customers call their crew. */
  readonly maskedNumbers: readonly string[];
  /** Tells open console pages that a branding may wait for approval. */
  readonly announceAccountChange: () => void;
}

const path = '/portal/api/branding';
const ownLogoUrl = (digest: string) => `${path}/logos/${digest}.png`;
const { operation } = pageOperations<PortalBrandingContext>();

export const portalBrandingOperations: readonly PageOperation<PortalBrandingContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'write',
    summary: 'Branding of the organization: live, waiting for approval, rejected',
    responses: { 200: PortalBrandingSchema },
    handler: async ({ context, request }) => {
      const { accountId } = await requireOrganization(context, request);
      return present(context, request, await findBranding(context.db.forAccount(accountId), accountId));
    },
  }),

  operation({
    method: 'PUT',
    path,
    access: 'write',
    summary: 'Submit a branding for approval. Replaces the one that waits; 409 for an outdated revision',
    body: BrandingSubmissionSchema,
    responses: { 200: PortalBrandingSchema },
    handler: async ({ context, request }) => {
      await requireOrganization(context, request);
      const { revision } = request.body;
      const after = await submitBranding(context, portalActor(request), readDocument(request.body), revision);
      context.announceAccountChange();
      return present(context, request, after);
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/pending`,
    access: 'write',
    summary: 'Withdraw the branding that waits for approval, or discard the rejected one',
    query: RevisionQuerySchema,
    responses: { 200: PortalBrandingSchema },
    handler: async ({ context, request }) => {
      const after = await withdrawBranding(context, portalActor(request), request.query.revision);
      context.announceAccountChange();
      return present(context, request, after);
    },
  }),

  operation({
    method: 'DELETE',
    path,
    access: 'write',
    summary: 'Return to the default, at once',
    query: RevisionQuerySchema,
    responses: { 200: PortalBrandingSchema },
    handler: async ({ context, request }) => {
      const after = await resetBranding(context, portalActor(request), request.query.revision);
      context.announceAccountChange();
      return present(context, request, after);
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/palette`,
    access: 'write',
    summary: 'The shades of an accent color, for the preview',
    query: PaletteQuerySchema,
    responses: { 200: BrandPaletteSchema },
    handler: async ({ request }) => presentPalette(brandPalette(lowerCase(request.query.accent))),
  }),

  operation({
    method: 'GET',
    path: `${path}/logos/:file`,
    access: 'write',
    produces: 'image/png',
    summary: 'An uploaded logo of the organization',
    params: Type.Object({ file: Type.String() }),
    responses: { 200: Type.Unknown() },
    handler: async ({ context: { db }, request }) => {
      const { accountId } = portalPrincipalOf(request);
      return logoFile(
        await loadLogoFile(db.forAccount(accountId), accountId, logoDigest(request.params.file)),
      );
    },
  }),
];

/** Above the limit of a logo, so that a larger one gets the specific error. */
const logoBodyLimit = 16 * 1024 ** 2;

/** For a scope that accepts images only. */
export const portalLogoOperations: readonly PageOperation<PortalBrandingContext>[] = [
  operation({
    method: 'POST',
    path: `${path}/logos`,
    access: 'write',
    summary: 'Upload a logo. It is shown to the organization only, until a branding with it is approved',
    uploads: imageTypes,
    bodyLimit: logoBodyLimit,
    responses: { 201: BrandLogoSchema },
    handler: async ({ context, request }) => {
      await requireOrganization(context, request);
      const { digest, width, height } = await uploadLogo(context, portalActor(request), imageOf(request));
      return { id: digest, url: ownLogoUrl(digest), width, height };
    },
  }),
];

/** Personal accounts have no customers of their own. */
async function requireOrganization({ db }: PortalBrandingContext, request: FastifyRequest) {
  const { accountId } = portalPrincipalOf(request);
  const { kind } = await loadAccount(db.forAccount(accountId), accountId);
  if (kind !== 'organization') throw Problem.of('not_found', 'Personal accounts have no branding.');
  return { accountId };
}

async function present(
  { db, companyName, maskedNumbers }: PortalBrandingContext,
  request: FastifyRequest,
  record: BrandingRecord,
) {
  const { accountId } = portalPrincipalOf(request);
  const { name: organizationName } = await loadAccount(db.forAccount(accountId), accountId);
  const canCallCrew = maskedNumbers.length > 0;
  return presentBrandingState(record, { organizationName, companyName, canCallCrew }, ownLogoUrl);
}

function readDocument(body: Static<typeof BrandingSubmissionSchema>): SubmittedBranding {
  return {
    logo: body.logo,
    accent: body.accent === null ? null : lowerCase(body.accent),
    senderName: body.sender_name === null ? null : body.sender_name.trim(),
    replyTo: body.reply_to,
    help: { email: body.help_email, phone: body.help_phone, url: body.help_url },
  };
}

/** The schema has checked the format. */
function lowerCase(color: string): HexColor {
  return color.toLowerCase() as HexColor;
}
