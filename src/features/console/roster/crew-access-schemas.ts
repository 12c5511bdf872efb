// Request and response schemas for the access of crew members to the crew page.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf } from '../../../http/schemas.ts';

export const AccessRequestSchema = Type.Object(
  {
    kind: OneOf(['link', 'pin'], {
      description: 'link: opens the page once, within a day. pin: six digits, with a phone number or a code.',
    }),
  },
  {
    $id: 'CrewAccessRequest',
    additionalProperties: false,
    description: 'How somebody shall get in.',
    examples: [{ kind: 'link' }],
  },
);

export const AccessGrantSchema = Type.Object(
  {
    kind: OneOf(['link', 'pin'], { description: 'As asked for.' }),
    url: Type.Optional(
      Type.String({ format: 'uri', description: 'Of a link: what to open on the phone. Shown once.' }),
    ),
    expires_at: Type.Optional(DateTime({ description: 'Of a link: until when it works.' })),
    sms: Type.Optional(
      OneOf(['sent', 'failed', 'no_number', 'not_configured'], {
        description: 'Of a link: whether it was texted to them. Otherwise pass it on.',
      }),
    ),
    code: Type.Optional(
      Type.String({ description: 'Of a PIN: what to sign in with in place of a phone number.' }),
    ),
    pin: Type.Optional(Type.String({ description: 'Of a PIN: the six digits. Shown once.' })),
  },
  {
    $id: 'CrewAccessGrant',
    description: 'What to pass on to them.',
    examples: [
      {
        kind: 'link',
        url: 'https://api.example.com/crew/#token=wb_production_crewlink_Zk3vQ1m8sT5vWcYbN7fRgA0',
        expires_at: '2030-01-16T09:30:00.000Z',
        sms: 'sent',
      },
      { kind: 'pin', code: 'K7M2QX', pin: '480215' },
    ],
  },
);

export const AccessSchema = Type.Object(
  {
    code: Nullable(
      Type.String({ description: 'What they sign in with beside a phone number; null: they have no PIN.' }),
    ),
    pin_locked: Type.Boolean({ description: 'true: ten wrong PINs in a row. A new PIN unlocks it.' }),
    link_expires_at: Nullable(
      DateTime({ description: 'Of a link that nobody has opened yet; null: there is none.' }),
    ),
    session_count: Type.Integer({ description: 'On how many phones they are signed in.' }),
    last_seen_at: Nullable(DateTime({ description: 'When one of those last asked for something.' })),
  },
  {
    $id: 'CrewAccess',
    description: 'How somebody gets into their page.',
    examples: [
      {
        code: 'K7M2QX',
        pin_locked: false,
        link_expires_at: null,
        session_count: 1,
        last_seen_at: '2030-01-15T17:20:00.000Z',
      },
    ],
  },
);

export const accessSchemas = [AccessRequestSchema, AccessGrantSchema, AccessSchema];
