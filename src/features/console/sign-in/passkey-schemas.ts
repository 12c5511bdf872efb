// Request and response schemas of passkeys. Challenges and credentials have the JSON forms of WebAuthn Level 3.
import { Type } from 'typebox';
import { closed, listOf, Name, Nullable, named, Timestamp, Uuid } from '../../../http/operations/schemas.ts';

const challengeId = Uuid({ description: 'Id of the challenge. It works once, within 5 minutes.' });
const encoded = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });
const credentialId = encoded(1_400, 'Id of the credential, base64url.');

const credentialFields = {
  id: credentialId,
  rawId: credentialId,
  type: Type.Literal('public-key', { description: 'Type of the credential.' }),
  clientExtensionResults: Type.Object({}, { description: 'Results of WebAuthn extensions. Not used.' }),
};

const assertion = Type.Object(
  {
    ...credentialFields,
    response: Type.Object(
      {
        clientDataJSON: encoded(8_192, 'Client data, base64url.'),
        authenticatorData: encoded(8_192, 'Authenticator data, base64url.'),
        signature: encoded(8_192, 'Signature, base64url.'),
        userHandle: Type.Optional(Type.String({ maxLength: 200, description: 'User handle, base64url.' })),
      },
      { description: 'Response of the authenticator.' },
    ),
  },
  { description: 'Result of `navigator.credentials.get()`, in its JSON form.' },
);

const proofExample = {
  challenge_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f04',
  credential: {
    id: 'mN3fL0c2X1Q',
    rawId: 'mN3fL0c2X1Q',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'eyJ0eXBlIjoi', authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' },
  },
};

export const PasskeyProofSchema = Type.Object(
  { challenge_id: challengeId, credential: assertion },
  closed('PasskeyProof', 'Response of a passkey to a challenge.', proofExample),
);

export const PasskeySignInSchema = Type.Object(
  {
    challenge_id: challengeId,
    credential: assertion,
    email: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'E-mail address of the operator. If sent, passkeys of other operators are refused.',
      }),
    ),
    token: Type.Optional(
      Type.Boolean({
        description: 'true returns a bearer token instead of setting a cookie. Default: false.',
      }),
    ),
  },
  closed('PasskeySignIn', 'Sign-in with a passkey.', proofExample),
);

export const PasskeyChallengeSchema = Type.Object(
  {
    challenge_id: challengeId,
    options: Type.Object(
      { challenge: Type.String({ description: 'Random value that the passkey signs, base64url.' }) },
      {
        additionalProperties: true,
        description: 'Options for `navigator.credentials.create()` or `.get()`, in their JSON form.',
      },
    ),
  },
  named('PasskeyChallenge', 'A challenge for a passkey.', {
    challenge_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f04',
    options: {
      challenge: 'q4Zk3vQ1m8sT5vWcYbN7fRgA0',
      rpId: 'waybill.example',
      userVerification: 'required',
    },
  }),
);

export const NewPasskeySchema = Type.Object(
  {
    challenge_id: challengeId,
    name: Name(100, 'Name of the passkey, for example the device.'),
    credential: Type.Object(
      {
        ...credentialFields,
        response: Type.Object(
          {
            clientDataJSON: encoded(8_192, 'Client data, base64url.'),
            attestationObject: encoded(32_768, 'Attestation object, base64url.'),
            transports: Type.Optional(
              Type.Array(Type.String({ maxLength: 40 }), {
                maxItems: 10,
                description: 'How the authenticator can be reached.',
              }),
            ),
          },
          { description: 'Response of the authenticator.' },
        ),
      },
      { description: 'Result of `navigator.credentials.create()`, in its JSON form.' },
    ),
  },
  closed('NewPasskey', 'Parameters of a new passkey.', {
    challenge_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f04',
    name: 'Laptop',
    credential: {
      id: 'mN3fL0c2X1Q',
      rawId: 'mN3fL0c2X1Q',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9uZQ' },
    },
  }),
);

const passkeyFields = {
  id: Uuid({ description: 'Unique id of the passkey.' }),
  name: Type.String({ description: 'Name of the passkey.' }),
  created_at: Timestamp({ description: 'When the passkey was added.' }),
  last_used_at: Nullable(Timestamp({ description: 'When the passkey was last used; null: never.' })),
};
const passkeyExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f05',
  name: 'Laptop',
  created_at: '2030-01-15T09:30:00.000Z',
  last_used_at: '2030-01-16T08:00:00.000Z',
};

const PasskeySchema = Type.Object(
  passkeyFields,
  named('Passkey', 'A passkey of an operator.', passkeyExample),
);

export const PasskeyListSchema = listOf('PasskeyList', PasskeySchema, 'Passkeys, oldest first.', 'Passkeys.');

export const AddedPasskeySchema = Type.Object(
  {
    ...passkeyFields,
    recovery_codes: Type.Array(Type.String(), {
      description:
        'Recovery codes, if you had none. Each replaces the passkey for one sign-in with the password. They cannot ' +
        'be retrieved later.',
    }),
  },
  named('AddedPasskey', 'A new passkey.', {
    ...passkeyExample,
    last_used_at: null,
    recovery_codes: ['7k3m-9qxe-02vd-rt5w'],
  }),
);

export const passkeySchemas = [
  PasskeyProofSchema,
  PasskeySignInSchema,
  PasskeyChallengeSchema,
  NewPasskeySchema,
  PasskeySchema,
  PasskeyListSchema,
  AddedPasskeySchema,
];
