// The wire of /account.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, Uuid } from '../../http/schemas.ts';

export const AccountSchema = Type.Object(
  {
    id: Uuid(),
    kind: OneOf(['organization', 'personal']),
    name: Type.String(),
    contact_email: Nullable(Type.String({ format: 'email', description: 'Where operational mail goes.' })),
    environment: OneOf(['production', 'sandbox']),
    client_id: Type.String({ description: 'The client whose token was used.' }),
    scope: Type.String({ description: 'What the token may do.', examples: ['public org'] }),
    created_at: DateTime(),
    updated_at: DateTime(),
  },
  { $id: 'Account', description: 'The account that the access token acts for.' },
);

export const AccountUpdateSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    contact_email: Type.Optional(Nullable(Type.String({ format: 'email', maxLength: 255 }))),
  },
  {
    $id: 'AccountUpdate',
    additionalProperties: false,
    description: 'Fields that are left out stay as they are; null clears the contact address.',
    examples: [{ contact_email: 'logistics@example.com' }],
  },
);
