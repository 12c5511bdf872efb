// Stops of a booking with their progress. Stops that the crew has not departed for can be changed, moved and removed.
import { useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useStickyFocus } from '../../ui/use-sticky-focus.ts';
import type { Booking, Dispatch, RouteStop } from '../partner.generated.ts';
import { AddStopDialog } from './add-stop-dialog.tsx';
import { accessText, stopName } from './booking-labels.ts';
import type { ShownBooking } from './booking-queries.ts';
import { RouteChangeDialog, stopMove, stopRemoval } from './route-change-dialog.tsx';
import { StepPhotos } from './step-photos.tsx';
import { addressOf } from './stop-address.ts';
import { isStopOpen, mayAddStop, mayMoveStop, mayRemoveStop, stopPhrase } from './stop-changes.ts';
import { StopDialog } from './stop-dialog.tsx';
import { type StopStatus, stopStatus } from './stop-progress.ts';

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'up' | 'down' | 'remove'; readonly stopId: string };

export function StopsCard({ booking, facts }: ShownBooking) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { route, dispatch } = booking;
  // After a move, the button that was used may be disabled; after a removal, the stop is gone.
  useStickyFocus(list, {
    keyOf: (element) => element.closest('li')?.dataset['stop'] ?? null,
    find: (key) =>
      list.current?.querySelector<HTMLElement>(`[data-stop="${key}"] button:enabled`) ??
      list.current?.querySelector<HTMLElement>('button:enabled'),
  });
  return (
    <Card title="Stops">
      <div ref={list} className="grid gap-4">
        <ol className="grid gap-4">
          {route.map((stop) => (
            <li
              key={stop.id}
              data-stop={stop.id}
              className="grid gap-x-3 gap-y-2 border-l-2 pl-4 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <div>
                <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <p className="eyebrow">{stopName(stop.position, route.length)}</p>
                  <StatusBadge status={stopStatus(booking, stop)} />
                </div>
                <p className="font-medium [overflow-wrap:anywhere]">{addressOf(stop)}</p>
                {stop.instructions !== null && (
                  <p className="[overflow-wrap:anywhere] whitespace-pre-line text-muted">
                    {stop.instructions}
                  </p>
                )}
                <p className="text-muted empty:hidden">{accessText(stop)}</p>
                <StopContacts booking={booking} stop={stop} />
                <StopSteps stop={stop} dispatch={dispatch} timeZone={facts.time_zone} />
              </div>
              {isStopOpen(booking, stop.position) && (
                <StopButtons
                  booking={booking}
                  stop={stop}
                  onOpen={(kind) => setDialog({ kind, stopId: stop.id })}
                />
              )}
            </li>
          ))}
        </ol>
        {mayAddStop(booking) && (
          <div>
            <Button size="small" icon="plus" onClick={() => setDialog({ kind: 'add' })}>
              Add a stop
            </Button>
          </div>
        )}
      </div>
      <StopDialogs booking={booking} dialog={dialog} onClose={() => setDialog(null)} />
    </Card>
  );
}

function StatusBadge({ status }: { readonly status: StopStatus | null }) {
  return status && <Badge tone={status.tone}>{status.label}</Badge>;
}

/** Contacts of this stop only; those of the whole route are beside the stops. */
function StopContacts({ booking, stop }: { readonly booking: Booking; readonly stop: RouteStop }) {
  const own = booking.contacts.filter(({ stops }) => stops.some(({ id }) => id === stop.id));
  return own.map(({ id, name, phone_number, email }) => (
    <p key={id} className="flex flex-wrap items-center gap-x-3 [overflow-wrap:anywhere]">
      <span>
        <span className="text-muted">Contact:</span> {name ?? 'Without a name'}
      </span>
      <PhoneLink number={phone_number} who={name ?? 'the contact'} />
      {email !== null && <span className="text-muted">{email}</span>}
    </p>
  ));
}

interface StopButtonsProps {
  readonly booking: Booking;
  readonly stop: RouteStop;
  readonly onOpen: (kind: 'edit' | 'up' | 'down' | 'remove') => void;
}

function StopButtons({ booking, stop: { position }, onOpen }: StopButtonsProps) {
  const name = stopPhrase(position, booking.route.length);
  return (
    <div className="-my-1 flex items-center self-start max-sm:-ml-1">
      <Button size="small" icon="edit" className="mr-1" onClick={() => onOpen('edit')}>
        Change<span className="sr-only"> {name}</span>
      </Button>
      <IconButton
        icon="up"
        label={`Move ${name} up`}
        disabled={!mayMoveStop(booking, position, position - 1)}
        onClick={() => onOpen('up')}
      />
      <IconButton
        icon="down"
        label={`Move ${name} down`}
        disabled={!mayMoveStop(booking, position, position + 1)}
        onClick={() => onOpen('down')}
      />
      {mayRemoveStop(booking, position) && (
        <IconButton icon="trash" label={`Remove ${name}`} onClick={() => onOpen('remove')} />
      )}
    </div>
  );
}

interface StopDialogsProps {
  readonly booking: Booking;
  readonly dialog: OpenDialog | null;
  readonly onClose: () => void;
}

function StopDialogs({ booking, dialog, onClose }: StopDialogsProps) {
  if (dialog === null) return null;
  if (dialog.kind === 'add') return <AddStopDialog booking={booking} onClose={onClose} />;
  // By id: the booking is refreshed while the dialog is open.
  const stop = booking.route.find(({ id }) => id === dialog.stopId);
  if (stop === undefined) return null;
  if (dialog.kind === 'edit') return <StopDialog booking={booking} stop={stop} onClose={onClose} />;
  const change =
    dialog.kind === 'remove'
      ? stopRemoval(booking, stop)
      : stopMove(booking, stop, stop.position + (dialog.kind === 'up' ? -1 : 1));
  return <RouteChangeDialog booking={booking} stop={stop} change={change} onClose={onClose} />;
}

const stepLabels: Readonly<Record<string, string>> = { driving: 'Departed for this stop', at: 'Arrived' };

interface StopStepsProps {
  readonly stop: RouteStop;
  readonly dispatch: Dispatch | null;
  readonly timeZone: string | null;
}

function StopSteps({ stop, dispatch, timeZone }: StopStepsProps) {
  const steps = (dispatch?.events ?? []).filter(
    ({ route_stop_id, state }) => route_stop_id === stop.id && state !== 'pending',
  );
  if (steps.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-0.5 text-[0.8125rem] text-muted">
      {steps.map(({ state, triggered_at, outcome, reason, photo_urls }) => (
        <li key={`${state} ${triggered_at}`}>
          {state === 'done'
            ? outcome === 'skipped'
              ? 'Skipped'
              : 'Completed'
            : (stepLabels[state] ?? state)}
          {', '}
          {englishTimes.recent(triggered_at, timeZone ?? undefined)}
          {reason !== undefined && `: ${reason.replaceAll('_', ' ')}`}
          <StepPhotos urls={photo_urls} />
        </li>
      ))}
    </ul>
  );
}
