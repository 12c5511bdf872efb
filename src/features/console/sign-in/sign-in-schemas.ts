// Request and response schemas of invitations, password resets, the second factor and own sessions.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid, Words } from '../../../http/schemas.ts';
import { role } from '../session/session-schemas.ts';

const newPassword = (description: string) =>
  Type.String({ minLength: 12, maxLength: 1_024, description: `At least 12 characters. ${description}` });
const email = Type.String({ format: 'email', maxLength: 255, description: 'What they sign in with.' });
const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What stands behind `#token=` in the link.',
});
const ownPassword = Type.String({ minLength: 1, maxLength: 1_024, description: 'Your password as it is.' });
const mail = OneOf(['not_connected', 'waiting', 'sent', 'failed'], {
  description:
    'Whether the link was mailed. not_connected: nothing carries mail here; hand it over yourself.',
});
const url = Type.String({ description: 'The link, shown once. It works once.' });
const expiresAt = DateTime({ description: 'Until when the link works.' });

const invitationFields = {
  id: Uuid({ description: 'Its id.' }),
  email: Type.String({ description: 'Who is invited.' }),
  role: role('What they will be.'),
  invited_by: Type.String({ description: 'Who invited them.' }),
  created_at: DateTime({ description: 'When.' }),
  expires_at: expiresAt,
  mail,
};
const invitationExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f02',
  email: 'sam@example.com',
  role: 'dispatcher',
  invited_by: 'Dana Reyes',
  created_at: '2030-01-15T09:30:00.000Z',
  expires_at: '2030-01-18T09:30:00.000Z',
  mail: 'sent',
};
const linkExample = 'https://waybill.example/console/join#token=wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0';

const InvitationSchema = Type.Object(invitationFields, {
  $id: 'Invitation',
  description: 'An open invitation.',
  examples: [invitationExample],
});

export const InvitationListSchema = Type.Object(
  { data: Type.Array(ref(InvitationSchema), { description: 'The newest first.' }) },
  { $id: 'InvitationList', description: 'Open invitations.', examples: [{ data: [invitationExample] }] },
);

export const NewInvitationSchema = Type.Object(
  { email, role: role('What they will be.') },
  {
    $id: 'NewInvitation',
    additionalProperties: false,
    description: 'Whom to invite.',
    examples: [{ email: 'sam@example.com', role: 'dispatcher' }],
  },
);

export const MadeInvitationSchema = Type.Object(
  { ...invitationFields, url },
  {
    $id: 'MadeInvitation',
    description: 'The invitation and its link.',
    examples: [{ ...invitationExample, url: linkExample }],
  },
);

export const LinkTokenSchema = Type.Object(
  { token },
  {
    $id: 'LinkToken',
    additionalProperties: false,
    description: 'The token of a link.',
    examples: [{ token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0' }],
  },
);

export const LinkFactsSchema = Type.Object(
  {
    purpose: OneOf(['invitation', 'reset'], { description: 'What the link is for.' }),
    email: Type.String({ description: 'Whom it is for.' }),
    role: Nullable(role('Of an invitation: what they will be.')),
    created_by: Type.String({ description: 'Who made it.' }),
    expires_at: expiresAt,
  },
  {
    $id: 'LinkFacts',
    description: 'What a link is about. Looking does not use it up.',
    examples: [
      {
        purpose: 'invitation',
        email: 'sam@example.com',
        role: 'dispatcher',
        created_by: 'Dana Reyes',
        expires_at: '2030-01-18T09:30:00.000Z',
      },
    ],
  },
);

export const AcceptanceSchema = Type.Object(
  {
    token,
    name: Words(255, 'Your name.'),
    password: newPassword('Nobody else sees it.'),
  },
  {
    $id: 'Acceptance',
    additionalProperties: false,
    description: 'How an invitation is accepted.',
    examples: [
      {
        token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0',
        name: 'Sam Okafor',
        password: 'correct horse battery staple',
      },
    ],
  },
);

export const ResetRequestSchema = Type.Object(
  { email },
  {
    $id: 'ResetRequest',
    additionalProperties: false,
    description: 'Who forgot their password.',
    examples: [{ email: 'sam@example.com' }],
  },
);

export const ResetSchema = Type.Object(
  { token, password: newPassword('It signs you out everywhere.') },
  {
    $id: 'PasswordReset',
    additionalProperties: false,
    description: 'The new password.',
    examples: [
      { token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0', password: 'correct horse battery staple' },
    ],
  },
);

export const MadeResetSchema = Type.Object(
  { url, expires_at: expiresAt, mail },
  {
    $id: 'MadeReset',
    description: 'A link by which the operator chooses a new password.',
    examples: [
      {
        url: linkExample.replace('join', 'reset'),
        expires_at: '2030-01-15T10:30:00.000Z',
        mail: 'not_connected',
      },
    ],
  },
);

export const SignInPolicySchema = Type.Object(
  { require_second_factor: Type.Boolean({ description: 'true: every operator needs a second factor.' }) },
  {
    $id: 'SignInPolicy',
    additionalProperties: false,
    description: 'What is asked of every operator.',
    examples: [{ require_second_factor: true }],
  },
);

export const PasswordChangeSchema = Type.Object(
  { current_password: ownPassword, password: newPassword('Signs you out everywhere else.') },
  {
    $id: 'PasswordChange',
    additionalProperties: false,
    description: 'Your password as it is, and as it will be.',
    examples: [
      { current_password: 'correct horse battery staple', password: 'another horse and its battery' },
    ],
  },
);

export const OwnPasswordSchema = Type.Object(
  { password: ownPassword },
  {
    $id: 'OwnPassword',
    additionalProperties: false,
    description: 'Proof that it is you.',
    examples: [{ password: 'correct horse battery staple' }],
  },
);

export const CodeSchema = Type.Object(
  { code: Type.String({ minLength: 6, maxLength: 40, description: 'The six digits that the app shows.' }) },
  { $id: 'Code', additionalProperties: false, description: 'A first code.', examples: [{ code: '492039' }] },
);

export const SecondFactorSchema = Type.Object(
  {
    state: OneOf(['on', 'off', 'required'], { description: 'Whether you have one, or must have one.' }),
    recovery_codes_left: Type.Integer({ minimum: 0, description: 'How many recovery codes are unused.' }),
  },
  {
    $id: 'SecondFactor',
    description: 'Your second factor.',
    examples: [{ state: 'on', recovery_codes_left: 9 }],
  },
);

export const FactorSetupSchema = Type.Object(
  {
    secret: Type.String({ description: 'To be typed into the app by whoever cannot scan.' }),
    uri: Type.String({ description: 'What the QR code holds.' }),
  },
  {
    $id: 'FactorSetup',
    description: 'What the app needs to know. Shown once; not in use before a first code.',
    examples: [
      {
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        uri: 'otpauth://totp/Waybill:dana%40example.com?issuer=Waybill&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      },
    ],
  },
);

export const RecoveryCodesSchema = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Each works once in place of a code.' }) },
  {
    $id: 'RecoveryCodes',
    description: 'For when the phone is lost. Shown once.',
    examples: [{ recovery_codes: ['7k3m-9qxe-02vd-rt5w'] }],
  },
);

const sessionExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f03',
  current: true,
  carrier: 'cookie',
  address: '203.0.113.7',
  agent: 'Mozilla/5.0',
  created_at: '2030-01-15T09:30:00.000Z',
  last_used_at: '2030-01-15T10:00:00.000Z',
};

export const OwnSessionListSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Uuid({ description: 'Its id.' }),
          current: Type.Boolean({ description: 'true: the one that asks.' }),
          carrier: OneOf(['cookie', 'token'], { description: 'A browser, or a script.' }),
          address: Nullable(Type.String({ description: 'From where it began.' })),
          agent: Nullable(Type.String({ description: 'What the browser or script calls itself.' })),
          created_at: DateTime({ description: 'Since when.' }),
          last_used_at: DateTime({ description: 'Last used, to the minute.' }),
        },
        { description: 'A session of yours.' },
      ),
      { description: 'The last used first.' },
    ),
  },
  {
    $id: 'OwnSessionList',
    description: 'Where you are signed in.',
    examples: [{ data: [sessionExample] }],
  },
);

export const signInSchemas = [
  InvitationSchema,
  InvitationListSchema,
  NewInvitationSchema,
  MadeInvitationSchema,
  LinkTokenSchema,
  LinkFactsSchema,
  AcceptanceSchema,
  ResetRequestSchema,
  ResetSchema,
  MadeResetSchema,
  SignInPolicySchema,
  PasswordChangeSchema,
  OwnPasswordSchema,
  CodeSchema,
  SecondFactorSchema,
  FactorSetupSchema,
  RecoveryCodesSchema,
  OwnSessionListSchema,
];
