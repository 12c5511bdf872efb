// Fields of portal members, shared by the portal and the operator API.
import { Type } from 'typebox';
import { portalRoles } from '../../domain/account/portal-member.ts';
import { Name, Nullable, OneOf, Timestamp, Uuid } from '../../http/operations/schemas.ts';
import type { IssuedLink } from './manage-members.ts';
import type { PortalMember } from './portal-member-store.ts';

export const memberEmail = Type.String({
  format: 'email',
  maxLength: 255,
  description: 'E-mail address, to which links are sent.',
});
export const memberName = Name(100, 'Name of the person.');
export const memberRole = OneOf(portalRoles, {
  description:
    '`admin`: manages people and API clients too. `member`: bookings, statements, webhooks, branding and the request log.',
});

export const memberFields = {
  id: Uuid({ description: 'Unique id of the person.' }),
  email: memberEmail,
  name: memberName,
  role: memberRole,
  created_at: Timestamp({ description: 'When the person got access.' }),
  last_signed_in_at: Nullable(Timestamp({ description: 'Last sign-in; null: never.' })),
  mail: Nullable(
    OneOf(['not_connected', 'waiting', 'sent', 'failed'], {
      description: 'Status of the last e-mail with a link; null: no link was created.',
    }),
  ),
};

export const issuedMemberFields = {
  ...memberFields,
  url: Nullable(
    Type.String({
      description:
        'The link to pass on, if no e-mail service is configured; null: it is sent by e-mail. Works once.',
    }),
  ),
  url_expires_at: Nullable(Timestamp({ description: 'When `url` expires.' })),
};

export function presentMember({ id, email, name, role, createdAt, lastSignedInAt, mail }: PortalMember) {
  return { id, email, name, role, created_at: createdAt, last_signed_in_at: lastSignedInAt, mail };
}

export function presentIssued({ member, link }: IssuedLink) {
  return { ...presentMember(member), url: link?.url ?? null, url_expires_at: link?.expiresAt ?? null };
}
