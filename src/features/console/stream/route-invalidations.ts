// Maps write routes of the operator API to the kinds of data that pages must reload and that no booking event
// announces. Changes of bookings are announced by the relay, for every source of change.
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import type { ConsoleChange } from './console-change.ts';

/** The first match counts. Add an entry for every new write route that open pages depend on. */
const invalidations: readonly { readonly path: RegExp; readonly kinds: readonly ConsoleChange['kind'][] }[] =
  [
    { path: /^\/bookings\/:id\/(notes|calls)$/, kinds: ['booking'] },
    { path: /^\/bookings\/:id\/messages$/, kinds: ['booking', 'messages'] },
    { path: /^\/bookings\/:id\/stops\/:stop_id\/redelivery$/, kinds: ['booking'] },
    { path: /^\/(crews|bookings)\/:id\/position$/, kinds: ['crew'] },
    { path: /^\/(crews|crew-members|vehicles|shifts|shift-patterns)\b/, kinds: ['roster'] },
    { path: /^\/offers\b/, kinds: ['engagements'] },
    { path: /^\/plans\/:id\/(apply|undo)$|^\/planned-jobs\b/, kinds: ['plans', 'planned_jobs'] },
    { path: /^\/plans\b/, kinds: ['plans'] },
    { path: /^\/areas\b/, kinds: ['areas', 'capacity'] },
    { path: /^\/area-documents\/:kind$/, kinds: ['areas', 'capacity'] },
    { path: /^\/capacity-overrides$|^\/capacity-overrides\/:id$/, kinds: ['capacity'] },
    { path: /^\/exceptions\b/, kinds: ['exceptions'] },
    { path: /^\/(organizations|clients|portal-members)\b/, kinds: ['organizations'] },
    { path: /^\/messages\b/, kinds: ['messages'] },
    { path: /^\/(operators|invitations|sign-in-policy)\b/, kinds: ['operators'] },
    { path: /^\/users\b/, kinds: ['users'] },
  ];

/** `route` is the registered pattern. The id is included only if it names the changed object. */
export function changesOf(route: string, id: string | undefined): ConsoleChange[] {
  const path = route.slice(operatorPrefix.length);
  const kinds = invalidations.find((each) => each.path.test(path))?.kinds ?? [];
  return kinds.map((kind) =>
    kind === 'crew' && path.startsWith('/crews/') && id !== undefined ? { kind, id } : { kind },
  );
}
