// Request and response schemas of operator sessions.
import { Type } from 'typebox';
import { OPERATOR_ROLES } from '../../../domain/operator-role.ts';
import { DateTime, OneOf, Uuid } from '../../../http/schemas.ts';

export const role = (description: string) => OneOf(OPERATOR_ROLES, { description });

export const SignInSchema = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 255, description: 'What you sign in with.' }),
    password: Type.String({ minLength: 1, maxLength: 1_024, description: 'Your password.' }),
    code: Type.Optional(
      Type.String({
        minLength: 6,
        maxLength: 40,
        description: 'Of the second factor: the six digits that the app shows, or a recovery code.',
      }),
    ),
    token: Type.Optional(
      Type.Boolean({ description: 'true: answer with a bearer token instead of setting a cookie.' }),
    ),
  },
  {
    $id: 'SignIn',
    additionalProperties: false,
    description: 'How to sign in.',
    examples: [{ email: 'dana@example.com', password: 'correct horse battery staple', token: true }],
  },
);

const sessionFields = {
  operator: Type.Object(
    {
      id: Uuid({ description: 'Names you in the audit trail.' }),
      email: Type.String({ description: 'What you sign in with.' }),
      name: Type.String({ description: 'Your name.' }),
      role: role('What you may do.'),
    },
    { description: 'Who is signed in.' },
  ),
  second_factor: OneOf(['on', 'off', 'required'], {
    description: 'required: everybody must have one; set yours up before anything else.',
  }),
  environment: OneOf(['production', 'sandbox'], { description: 'Where you are.' }),
  expires_at: DateTime({ description: 'When the session ends, however much it is used.' }),
  idle_expires_at: DateTime({ description: 'When it ends if nothing more is asked.' }),
};

const sessionExample = {
  operator: {
    id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01',
    email: 'dana@example.com',
    name: 'Dana Reyes',
    role: 'dispatcher',
  },
  second_factor: 'on',
  environment: 'production',
  expires_at: '2030-01-22T09:30:00.000Z',
  idle_expires_at: '2030-01-15T21:30:00.000Z',
};

export const OperatorSessionSchema = Type.Object(
  {
    ...sessionFields,
    csrf_token: Type.Optional(
      Type.String({ description: 'With a cookie: send it as `X-CSRF-Token` with every write.' }),
    ),
  },
  {
    $id: 'OperatorSession',
    description: 'Who is signed in, and until when.',
    examples: [sessionExample, { ...sessionExample, csrf_token: 'k1.5f0c6a526d3c4b8e' }],
  },
);

export const NewSessionSchema = Type.Object(
  {
    ...sessionFields,
    token: Type.Optional(
      Type.String({
        description: 'Where one was asked for; shown once. Send it as `Authorization: Bearer`.',
      }),
    ),
    csrf_token: Type.Optional(
      Type.String({ description: 'With a cookie: send it as `X-CSRF-Token` with every write.' }),
    ),
  },
  {
    $id: 'NewOperatorSession',
    description: 'The session that began.',
    examples: [{ ...sessionExample, token: 'wop_production_Zk3vQ1m8sT5vWcYbN7fRgA0' }],
  },
);

export const sessionSchemas = [SignInSchema, OperatorSessionSchema, NewSessionSchema];
