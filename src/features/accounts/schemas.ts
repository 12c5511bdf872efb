// Request and response schemas of /account.
import { Type } from 'typebox';
import { closed, DateTime, Nullable, named, OneOf, Uuid } from '../../http/operations/schemas.ts';

const name = { minLength: 1, maxLength: 255, description: 'Display name of the account.' };
const contactEmail = {
  format: 'email',
  maxLength: 255,
  description:
    'Recipient of operational mail, for example about failing webhook endpoints. `null` if there is none.',
};

export const AccountSchema = Type.Object(
  {
    id: Uuid({ description: 'Identifier of the account. Never changes.' }),
    kind: OneOf(['organization', 'personal'], {
      description: '`organization` for partners, `personal` for the account of one user.',
    }),
    name: Type.String(name),
    contact_email: Nullable(Type.String(contactEmail)),
    environment: OneOf(['production', 'sandbox'], { description: 'Environment of the account.' }),
    client_id: Type.String({ description: 'Client id that the access token was issued to.' }),
    scope: Type.String({ description: 'Scopes of the access token, separated by spaces.' }),
    created_at: DateTime({ description: 'When the account was created.' }),
    updated_at: DateTime({ description: 'When the account was last changed.' }),
  },
  named('Account', 'The account that the access token acts for.', {
    id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
    kind: 'organization',
    name: 'Acme Furniture',
    contact_email: 'logistics@example.com',
    environment: 'sandbox',
    client_id: 'wb_sandbox_client_0123456789abcdef',
    scope: 'public org',
    created_at: '2030-01-15T09:30:00.000Z',
    updated_at: '2030-02-01T16:05:12.480Z',
  }),
);

export const AccountUpdateSchema = Type.Object(
  {
    name: Type.Optional(Type.String(name)),
    contact_email: Type.Optional(Nullable(Type.String(contactEmail))),
  },
  closed('AccountUpdate', 'Fields that are left out keep their values. `null` removes the contact address.', {
    contact_email: 'logistics@example.com',
  }),
);

export const accountSchemas = [AccountSchema, AccountUpdateSchema];
