// What the list of people with portal access can do. The portal and the console call different APIs.
import type { IssuedMember, NewMember } from '../portal/api.generated.ts';

export interface PeopleActions {
  readonly add: (person: NewMember) => Promise<IssuedMember>;
  readonly sendLink: (id: string) => Promise<IssuedMember>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly onDone: () => Promise<unknown>;
}

export const portalRoleLabels = {
  admin: { name: 'Admin', may: 'Everything, and manages people and API clients' },
  member: { name: 'Member', may: 'Bookings, statements, webhooks, branding and the request log' },
} as const;
