// Names and permissions of the operator roles.
import type { OperatorRole } from '../../../src/features/console/session/session-wire.ts';

export const roleLabels: Readonly<
  Record<OperatorRole, { readonly name: string; readonly article: string; readonly may: string }>
> = {
  viewer: { name: 'Viewer', article: 'a viewer', may: 'Sees everything, changes nothing' },
  dispatcher: { name: 'Dispatcher', article: 'a dispatcher', may: 'Runs the day: bookings, crews, shifts' },
  admin: {
    name: 'Administrator',
    article: 'an administrator',
    may: 'Also money, prices, people and settings',
  },
};

export const roleOptions = (['viewer', 'dispatcher', 'admin'] as const).map((value) => ({
  value,
  label: roleLabels[value].name,
}));
