// Request and response schemas of invitations, password resets, the second factor and own sessions.
import { Type } from 'typebox';
import {
  closed,
  listOf,
  Name,
  Nullable,
  named,
  OneOf,
  Timestamp,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { role } from '../session/session-schemas.ts';

const newPassword = (description: string) =>
  Type.String({
    minLength: 12,
    maxLength: 1_024,
    description: `At least 12 characters, and not easy to guess. ${description}`,
  });
const email = Type.String({
  format: 'email',
  maxLength: 255,
  description: 'E-mail address of the operator.',
});
const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Token from the link, after `#token=`.',
});
const ownPassword = Type.String({ minLength: 1, maxLength: 1_024, description: 'Your current password.' });
const mail = OneOf(['not_connected', 'waiting', 'sent', 'failed'], {
  description:
    'Whether the link was sent by e-mail. `not_connected`: no provider is configured, so pass the link on ' +
    'yourself.',
});
const url = Type.String({ description: 'The link. It works once and cannot be retrieved later.' });
const expiresAt = Timestamp({ description: 'When the link expires.' });

const invitationFields = {
  id: Uuid({ description: 'Unique id of the invitation.' }),
  email: Type.String({ description: 'E-mail address of the invited person.' }),
  role: role('Role of the invited person.'),
  invited_by: Type.String({ description: 'Name of the operator or command that created the invitation.' }),
  created_at: Timestamp({ description: 'When the invitation was created.' }),
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

const InvitationSchema = Type.Object(
  invitationFields,
  named('Invitation', 'An open invitation.', invitationExample),
);

export const InvitationListSchema = listOf(
  'InvitationList',
  InvitationSchema,
  'Open invitations, newest first.',
  'Open invitations.',
);

export const NewInvitationSchema = Type.Object(
  { email, role: role('Role of the invited person.') },
  closed('NewInvitation', 'Parameters of a new invitation.', {
    email: 'sam@example.com',
    role: 'dispatcher',
  }),
);

export const MadeInvitationSchema = Type.Object(
  { ...invitationFields, url },
  named('MadeInvitation', 'An invitation with its link.', { ...invitationExample, url: linkExample }),
);

export const LinkTokenSchema = Type.Object(
  { token },
  closed('LinkToken', 'Token of a one-time link.', { token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0' }),
);

export const LinkFactsSchema = Type.Object(
  {
    purpose: OneOf(['invitation', 'reset'], { description: 'Purpose of the link.' }),
    email: Type.String({ description: 'E-mail address that the link was made for.' }),
    role: Nullable(role('Only with `invitation`: role of the invited person.')),
    created_by: Type.String({ description: 'Name of the operator or command that created the link.' }),
    is_set_up: Type.Boolean({ description: 'The link of the first administrator of an environment.' }),
    expires_at: expiresAt,
  },
  named('LinkFacts', 'Purpose and recipient of a one-time link.', {
    purpose: 'invitation',
    email: 'sam@example.com',
    role: 'dispatcher',
    created_by: 'Dana Reyes',
    is_set_up: false,
    expires_at: '2030-01-18T09:30:00.000Z',
  }),
);

export const AcceptanceSchema = Type.Object(
  {
    token,
    name: Name(255, 'Your full name.'),
    password: newPassword('Only its hash is stored.'),
  },
  closed('Acceptance', 'Parameters to accept an invitation.', {
    token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0',
    name: 'Sam Okafor',
    password: 'correct horse battery staple',
  }),
);

export const ResetRequestSchema = Type.Object(
  { email },
  closed('ResetRequest', 'E-mail address to reset the password for.', { email: 'sam@example.com' }),
);

export const ResetSchema = Type.Object(
  { token, password: newPassword('Ends all sessions of the operator.') },
  closed('PasswordReset', 'Parameters of a password reset.', {
    token: 'wopl_production_Zk3vQ1m8sT5vWcYbN7fRgA0',
    password: 'correct horse battery staple',
  }),
);

export const MadeResetSchema = Type.Object(
  { url, expires_at: expiresAt, mail },
  named('MadeReset', 'A link with which the operator chooses a new password.', {
    url: linkExample.replace('join', 'reset'),
    expires_at: '2030-01-15T10:30:00.000Z',
    mail: 'not_connected',
  }),
);

export const SignInPolicySchema = Type.Object(
  { require_second_factor: Type.Boolean({ description: 'Whether all operators need a second factor.' }) },
  closed('SignInPolicy', 'Sign-in requirements for all operators.', { require_second_factor: true }),
);

export const PasswordChangeSchema = Type.Object(
  { current_password: ownPassword, password: newPassword('Ends all other sessions of the operator.') },
  closed('PasswordChange', 'Current and new password.', {
    current_password: 'correct horse battery staple',
    password: 'another horse and its battery',
  }),
);

export const OwnPasswordSchema = Type.Object(
  {
    password: Type.Optional({
      ...ownPassword,
      description: 'Your current password. Optional: the session is confirmed; a wrong password is refused.',
    }),
  },
  closed('OwnPassword', 'Current password, as further confirmation.', {
    password: 'correct horse battery staple',
  }),
);

export const CodeSchema = Type.Object(
  {
    code: Type.String({ minLength: 6, maxLength: 40, description: 'Six digits from the authenticator app.' }),
  },
  closed('Code', 'A code of the authenticator app.', { code: '492039' }),
);

export const SecondFactorSchema = Type.Object(
  {
    state: OneOf(['on', 'off', 'required'], {
      description:
        '`on`: set up; `off`: not set up; `required`: not set up, but the sign-in policy or your role demands it.',
    }),
    authenticator_app: Type.Boolean({
      description: 'Whether an authenticator app is set up. Passkeys are a second factor too.',
    }),
    recovery_codes_left: Type.Integer({ minimum: 0, description: 'Number of unused recovery codes.' }),
  },
  named('SecondFactor', 'State of your second factor.', {
    state: 'on',
    authenticator_app: true,
    recovery_codes_left: 9,
  }),
);

export const FactorSetupSchema = Type.Object(
  {
    secret: Type.String({
      description: 'Secret to enter in the authenticator app if scanning is not possible.',
    }),
    uri: Type.String({ description: 'URI to show as QR code.' }),
  },
  named(
    'FactorSetup',
    'Secret for an authenticator app. It cannot be retrieved later and is inactive until confirmed.',
    {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Waybill:dana%40example.com?issuer=Waybill&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    },
  ),
);

export const RecoveryCodesSchema = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Recovery codes. Each works once instead of a code.',
    }),
  },
  named(
    'RecoveryCodes',
    'Recovery codes for the case that the phone is lost. They cannot be retrieved later.',
    { recovery_codes: ['7k3m-9qxe-02vd-rt5w'] },
  ),
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
          id: Uuid({ description: 'Unique id of the session.' }),
          current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
          carrier: OneOf(['cookie', 'token'], { description: '`cookie`: a browser; `token`: a script.' }),
          address: Nullable(Type.String({ description: 'Client address at sign-in.' })),
          agent: Nullable(Type.String({ description: 'User agent at sign-in.' })),
          created_at: Timestamp({ description: 'When the session started.' }),
          last_used_at: Timestamp({ description: 'Time of the last request, to the minute.' }),
        },
        { description: 'A session of the operator.' },
      ),
      { description: 'Sessions, last used first.' },
    ),
  },
  named('OwnSessionList', 'Sessions of the signed-in operator.', { data: [sessionExample] }),
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

export type Invitation = View<typeof InvitationSchema>;
