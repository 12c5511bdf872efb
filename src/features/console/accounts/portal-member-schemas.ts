// Schemas of people with access to the portal of an organization, as operators see them.
import { Type } from 'typebox';
import { closed, listOf, named } from '../../../http/operations/schemas.ts';
import {
  issuedMemberFields,
  memberEmail,
  memberFields,
  memberName,
  memberRole,
} from '../../portal-members/portal-member-fields.ts';

const example = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f10',
  email: 'ana@partner.example',
  name: 'Ana Flores',
  role: 'admin',
  created_at: '2030-01-15T14:02:00.000Z',
  last_signed_in_at: '2030-01-16T08:30:00.000Z',
  mail: 'sent',
} as const;

const PortalMemberSchema = Type.Object(
  memberFields,
  named('PortalMember', 'A person with access to the portal of an organization.', example),
);

export const PortalMemberListSchema = listOf(
  'PortalMemberList',
  PortalMemberSchema,
  'People, by name.',
  'The people with access to the portal of an organization.',
);

export const IssuedPortalMemberSchema = Type.Object(
  issuedMemberFields,
  named('IssuedPortalMember', 'A person with portal access, and the link if it is not sent by e-mail.', {
    ...example,
    last_signed_in_at: null,
    mail: 'waiting',
    url: null,
    url_expires_at: null,
  }),
);

export const NewPortalMemberSchema = Type.Object(
  { name: memberName, email: memberEmail, role: memberRole },
  closed('NewPortalMember', 'A person who gets access to the portal.', {
    name: 'Ana Flores',
    email: 'ana@partner.example',
    role: 'admin',
  }),
);

export const portalMemberSchemas = [
  PortalMemberSchema,
  PortalMemberListSchema,
  IssuedPortalMemberSchema,
  NewPortalMemberSchema,
];
