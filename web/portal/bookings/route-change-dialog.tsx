// Dialog that moves or removes a stop: the new route, the arrival window if it applies to another address then, and the
// price, before anything is sent.
import { ConfirmDialog } from '../../ui/dialog.tsx';
import type { Booking, RouteStop } from '../partner.generated.ts';
import { stopName } from './booking-labels.ts';
import { type BookingChange, type PricePreview, usePricePreview } from './booking-queries.ts';
import { PriceChange } from './price-change.tsx';
import { addressOf } from './stop-address.ts';
import { stopPhrase } from './stop-changes.ts';
import { useStopChange } from './use-stop-change.ts';

interface RouteChange {
  readonly title: string;
  readonly confirm: string;
  readonly done: string;
  readonly isDangerous: boolean;
  readonly route: readonly RouteStop[];
  readonly preview: PricePreview;
  readonly request: BookingChange;
}

export function stopMove({ route }: Booking, stop: RouteStop, to: number): RouteChange {
  const body = { from_position: stop.position, to_position: to };
  return {
    title: `Move ${stopPhrase(stop.position, route.length)} ${to < stop.position ? 'up' : 'down'}?`,
    confirm: 'Move stop',
    done: 'Stop moved.',
    isDangerous: false,
    route: route.toSpliced(stop.position, 1).toSpliced(to, 0, stop),
    preview: { path: '/stops/preview/reorder', body },
    request: { method: 'PATCH', path: '/stops/reorder', body },
  };
}

export function stopRemoval({ route }: Booking, stop: RouteStop): RouteChange {
  const { position } = stop;
  return {
    title: `Remove ${stopPhrase(position, route.length)}?`,
    confirm: 'Remove stop',
    done: 'Stop removed.',
    isDangerous: true,
    route: route.toSpliced(position, 1),
    preview: { path: `/stops/preview/removal/${position}` },
    request: { method: 'DELETE', path: `/stops/${position}` },
  };
}

interface RouteChangeDialogProps {
  readonly booking: Booking;
  readonly stop: RouteStop;
  readonly change: RouteChange;
  readonly onClose: () => void;
}

export function RouteChangeDialog({ booking, stop, change, onClose }: RouteChangeDialogProps) {
  const { title, confirm, done, isDangerous, route, request } = change;
  const preview = usePricePreview(booking, change.preview);
  const { send, isPending, error } = useStopChange(booking, onClose);
  const contacts = isDangerous ? onlyContactsOf(booking, stop) : [];
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      dismiss="Keep the route"
      isDangerous={isDangerous}
      busy={isPending || preview.isPending}
      isDisabled={preview.data === undefined}
      error={error?.message}
      onClose={onClose}
      onConfirm={() => send(request, done)}
    >
      {isDangerous && <p>{addressOf(stop)} is taken off the route. The new route:</p>}
      <ol aria-label="New route" className="grid gap-1.5 text-ink">
        {route.map((each, nth) => (
          <li key={each.id} className={each.id === stop.id ? 'font-semibold' : undefined}>
            <span className="text-muted">{stopName(nth, route.length)}:</span> {addressOf(each)}
          </li>
        ))}
      </ol>
      <WindowNote booking={booking} route={route} />
      {contacts.length > 0 && (
        <p>
          {contacts.map(({ name, phone_number }) => name ?? phone_number).join(' and ')} will receive no
          further messages, because this is the only stop that they are notified about.
        </p>
      )}
      <div role="status">
        <PriceChange preview={preview} />
      </div>
    </ConfirmDialog>
  );
}

/** The arrival window keeps its times if another stop becomes the pickup or the drop-off. */
function WindowNote({ booking, route }: { readonly booking: Booking; readonly route: readonly RouteStop[] }) {
  const end = booking.arrival_window_ref === 'destination' ? -1 : 0;
  const stop = route.at(end);
  if (stop === undefined || stop.id === booking.route.at(end)?.id) return null;
  return (
    <p>
      The arrival window stays the same and applies to the new {end === 0 ? 'pickup' : 'drop-off'},{' '}
      {addressOf(stop)}.
    </p>
  );
}

function onlyContactsOf({ contacts }: Booking, stop: RouteStop) {
  return contacts.filter(
    ({ notification_scope, stops }) =>
      notification_scope === 'selected' && stops.length === 1 && stops[0]?.id === stop.id,
  );
}
