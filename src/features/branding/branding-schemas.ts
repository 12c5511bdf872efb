// Schemas of the branding of an organization, in the portal and in the operator API.
import { Type } from 'typebox';
import {
  closed,
  DateTime,
  Nullable,
  NullableObject,
  named,
  type View,
} from '../../http/operations/schemas.ts';

const color = (description: string) => Type.String({ description });

const shades = (theme: string) =>
  Type.Object(
    {
      accent: color('Text and background of buttons.'),
      accent_hover: color('Background of a button under the pointer.'),
      on_accent: color('Text on buttons.'),
      tint: color('Background of highlighted areas.'),
    },
    { description: `Colors of the ${theme} theme, each with a contrast of at least 4.5:1.` },
  );

const paletteFields = { light: shades('light'), dark: shades('dark') };

export const BrandPaletteSchema = Type.Object(paletteFields, {
  $id: 'BrandPalette',
  description: 'The shades of an accent color that pages and e-mails use.',
});

const logoFields = {
  id: Type.String({ description: 'Name of the file.' }),
  url: Type.String({ description: 'Path of the PNG file on this host.' }),
  width: Type.Integer({ description: 'Width in pixels.' }),
  height: Type.Integer({ description: 'Height in pixels.' }),
};

export const BrandLogoSchema = Type.Object(logoFields, { $id: 'BrandLogo' });

const brandingFields = {
  logo: NullableObject(logoFields, 'Logo; null: the default.'),
  accent: Nullable(Type.String({ description: 'Accent color as chosen, `#rrggbb`; null: the default.' })),
  palette: NullableObject(paletteFields, 'The shades of the accent color that are used; null: the default.'),
  sender_name: Nullable(
    Type.String({
      description: 'Name that customers see; null: the name of the organization.',
    }),
  ),
  reply_to: Nullable(Type.String({ description: 'Address for replies to e-mails; null: the default.' })),
  help_email: Nullable(Type.String({ description: 'E-mail address for questions of customers.' })),
  help_phone: Nullable(Type.String({ description: 'Phone number for questions of customers, E.164.' })),
  help_url: Nullable(Type.String({ description: 'Web page for questions of customers.' })),
};

const stateFields = {
  revision: Type.Integer({ description: 'Increases with every change; 0 if there has been no branding.' }),
  organization_name: Type.String({ description: 'Approved name of the organization.' }),
  company_name: Type.String({ description: 'Name of the delivery company, which e-mails name as carrier.' }),
  can_call_crew: Type.Boolean({ description: 'Whether tracking pages have a button that calls the crew.' }),
  live: NullableObject(brandingFields, 'Branding that customers see; null: the default.'),
  pending: NullableObject(brandingFields, 'Branding that waits for approval; null: none.'),
  pending_at: Nullable(DateTime({ description: 'When it was submitted; null: none.' })),
  rejected: NullableObject(brandingFields, 'Branding that was rejected last; null: none.'),
  rejection_reason: Nullable(Type.String({ description: 'Why it was rejected; null: none.' })),
  decided_at: Nullable(DateTime({ description: 'When an operator last decided; null: never.' })),
};

const example = {
  revision: 3,
  organization_name: 'Acme Furniture',
  company_name: 'Waybill',
  can_call_crew: true,
  live: null,
  pending: {
    logo: null,
    accent: '#0b3d91',
    palette: {
      light: { accent: '#0b3d91', accent_hover: '#002e80', on_accent: '#ffffff', tint: '#e7effc' },
      dark: { accent: '#5b90eb', accent_hover: '#6aa0fc', on_accent: '#0e1412', tint: '#222a39' },
    },
    sender_name: 'Acme Home',
    reply_to: 'service@acme.example',
    help_email: 'help@acme.example',
    help_phone: '+14155550132',
    help_url: 'https://acme.example/help',
  },
  pending_at: '2030-01-15T09:30:00.000Z',
  rejected: null,
  rejection_reason: null,
  decided_at: null,
};

export const OrganizationBrandingSchema = Type.Object(
  stateFields,
  named(
    'OrganizationBranding',
    'Branding of an organization: what customers see, and what waits for approval.',
    example,
  ),
);
export type OrganizationBranding = View<typeof OrganizationBrandingSchema>;
export type BrandingView = NonNullable<OrganizationBranding['live']>;

export const PortalBrandingSchema = Type.Object(stateFields, { $id: 'PortalBranding' });

const revision = Type.Integer({ minimum: 0, description: 'The revision that you have seen.' });

const hexColor = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  'x-expected': 'a color such as #0b3d91',
});
const email = Type.String({ format: 'email', maxLength: 254 });

/** Also shown in From; at most the length at which messages cut names. */
const MAX_SENDER_NAME_LENGTH = 40;

export const BrandingSubmissionSchema = Type.Object(
  {
    revision,
    logo: Nullable(Type.String({ maxLength: 64 })),
    accent: Nullable(hexColor),
    sender_name: Nullable(
      Type.String({
        minLength: 1,
        maxLength: MAX_SENDER_NAME_LENGTH,
        pattern: '\\S',
        'x-expected': 'text with at least one non-space character',
      }),
    ),
    reply_to: Nullable(email),
    help_email: Nullable(email),
    help_phone: Nullable(Type.String({ format: 'e164', maxLength: 20 })),
    help_url: Nullable(
      Type.String({
        format: 'uri',
        maxLength: 255,
        pattern: '^https://[^/\\s@]+',
        'x-expected': 'a web address that begins with https://',
      }),
    ),
  },
  { $id: 'BrandingSubmission', additionalProperties: false },
);

export const RevisionQuerySchema = Type.Object({ revision });
export const PaletteQuerySchema = Type.Object({ accent: hexColor });

export const BrandingApprovalSchema = Type.Object(
  { revision },
  closed('BrandingApproval', 'Approval of a branding.', { revision: 3 }),
);

export const BrandingRejectionSchema = Type.Object(
  {
    revision,
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-expected': 'text with at least one non-space character',
      description: 'Why the branding is rejected. The partner reads it.',
    }),
  },
  closed('BrandingRejection', 'Rejection of a branding.', {
    revision: 3,
    reason: 'The logo belongs to another company.',
  }),
);

/** Published in the operator API. */
export const brandingSchemas = [OrganizationBrandingSchema, BrandingApprovalSchema, BrandingRejectionSchema];
