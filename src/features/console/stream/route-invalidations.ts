// What a write of the operator API touches that no event of a booking tells of, by the route that made it. Bookings are told
// of by the relay, whoever moves them.
import { operatorPrefix } from '../../../http/operator-path.ts';
import type { ChangeKind, ConsoleChange } from './stream-wire.ts';

/** The first that fits. A route whose pages need to hear of its writes gets a line here. */
const touched: readonly { readonly path: RegExp; readonly kinds: readonly ChangeKind[] }[] = [
  { path: /^\/bookings\/:id\/(notes|calls)$/, kinds: ['booking'] },
  { path: /^\/(crews|bookings)\/:id\/position$/, kinds: ['crew'] },
  { path: /^\/(crews|crew-members|vehicles|shifts)\b/, kinds: ['roster'] },
  { path: /^\/offers\b/, kinds: ['engagements'] },
  { path: /^\/areas\b/, kinds: ['areas', 'capacity'] },
  { path: /^\/area-documents\/:kind$/, kinds: ['areas', 'capacity'] },
  { path: /^\/capacity-overrides$|^\/capacity-overrides\/:id$/, kinds: ['capacity'] },
  { path: /^\/exceptions\b/, kinds: ['exceptions'] },
  { path: /^\/(organizations|clients)\b/, kinds: ['organizations'] },
  { path: /^\/messages\b/, kinds: ['messages'] },
  { path: /^\/(operators|invitations|sign-in-policy)\b/, kinds: ['operators'] },
];

/** `route` as it is registered. An id is told where the path has one that names what was touched. */
export function changesOf(route: string, id: string | undefined): ConsoleChange[] {
  const path = route.slice(operatorPrefix.length);
  const kinds = touched.find((each) => each.path.test(path))?.kinds ?? [];
  return kinds.map((kind) =>
    kind === 'crew' && path.startsWith('/crews/') && id !== undefined ? { kind, id } : { kind },
  );
}
