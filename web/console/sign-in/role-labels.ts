// Names and permissions of the operator roles.
import type { OperatorRole } from '../api.ts';

export const roleLabels: Readonly<
  Record<OperatorRole, { readonly name: string; readonly article: string; readonly may: string }>
> = {
  viewer: { name: 'Viewer', article: 'a viewer', may: 'Can view everything but change nothing' },
  dispatcher: { name: 'Dispatcher', article: 'a dispatcher', may: 'Manages bookings, crews and shifts' },
  admin: {
    name: 'Admin',
    article: 'an admin',
    may: 'Manages everything, including fares, prices, personal data, operators and settings',
  },
};

export const roleOptions = (['viewer', 'dispatcher', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value].name,
}));
