// Request and response schemas for the access of crew members to the crew page.
import { Type } from 'typebox';
import { closed, DateTime, Nullable, named, OneOf, type View } from '../../../http/operations/schemas.ts';

export const AccessRequestSchema = Type.Object(
  {
    kind: OneOf(['link', 'pin'], {
      description:
        '`link`: a one-time link, valid for 24 hours; `pin`: six digits, used with the phone number or the code.',
    }),
  },
  closed('CrewAccessRequest', 'Kind of access to grant.', { kind: 'link' }),
);

export const AccessGrantSchema = Type.Object(
  {
    kind: OneOf(['link', 'pin'], { description: 'The requested kind.' }),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'Only with `link`: URL to open on the phone. It cannot be retrieved later.',
      }),
    ),
    expires_at: Type.Optional(DateTime({ description: 'Only with `link`: when the link expires.' })),
    sms: Type.Optional(
      OneOf(['sent', 'failed', 'no_number', 'not_configured'], {
        description:
          'Only with `link`: whether it was sent by SMS. Otherwise give the link to the crew member.',
      }),
    ),
    code: Type.Optional(
      Type.String({ description: 'Only with `pin`: code to sign in with instead of a phone number.' }),
    ),
    pin: Type.Optional(
      Type.String({ description: 'Only with `pin`: the six digits. They cannot be retrieved later.' }),
    ),
  },
  named(
    'CrewAccessGrant',
    'Granted access, to pass on to the crew member.',
    {
      kind: 'link',
      url: 'https://api.example.com/crew/#token=wb_production_crewlink_Zk3vQ1m8sT5vWcYbN7fRgA0',
      expires_at: '2030-01-16T09:30:00.000Z',
      sms: 'sent',
    },
    { kind: 'pin', code: 'K7M2QX', pin: '480215' },
  ),
);

export const AccessSchema = Type.Object(
  {
    code: Nullable(
      Type.String({ description: 'Code to sign in with instead of a phone number; null without a PIN.' }),
    ),
    pin_delayed_until: Nullable(
      DateTime({
        description:
          'Until when sign-ins with a PIN have to wait after wrong PINs; null without a delay. Phones on which the ' +
          'crew member signed in before are delayed only by their own wrong PINs.',
      }),
    ),
    link_expires_at: Nullable(
      DateTime({ description: 'When the unused link expires; null if there is none.' }),
    ),
    session_count: Type.Integer({ description: 'Number of phones on which the crew member is signed in.' }),
    last_seen_at: Nullable(
      DateTime({ description: 'Time of the last request from one of these phones; null without a session.' }),
    ),
  },
  named('CrewAccess', 'Access of a crew member to the crew page.', {
    code: 'K7M2QX',
    pin_delayed_until: null,
    link_expires_at: null,
    session_count: 1,
    last_seen_at: '2030-01-15T17:20:00.000Z',
  }),
);

export const accessSchemas = [AccessRequestSchema, AccessGrantSchema, AccessSchema];

export type CrewAccess = View<typeof AccessSchema>;
export type CrewAccessGrant = View<typeof AccessGrantSchema>;
