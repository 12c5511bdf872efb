// Internal notes of operators about a booking, and of its crew about a stop. Notes cannot be changed.
import { type SubmitEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { OperatorBooking } from '../api.ts';
import { useBookingAction } from './use-booking-action.ts';

interface NotesCardProps {
  readonly details: OperatorBooking;
  readonly mayWrite: boolean;
}

export function NotesCard({ details: { booking, notes }, mayWrite }: NotesCardProps) {
  const action = useBookingAction(booking.id);
  const form = useRef<HTMLFormElement>(null);
  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    if (text === '') return;
    action.mutate(
      { path: '/notes', body: { text }, done: 'Note saved.' },
      { onSuccess: () => form.current?.reset() },
    );
  }
  return (
    <Card title="Notes" note="Internal. Partners and customers never see them.">
      <ul className="grid gap-3">
        {notes.map(({ id, at, by, stop_id, text }) => (
          <li key={id}>
            <p className="whitespace-pre-wrap">{text}</p>
            <p className="text-[0.8125rem] text-muted">
              {by.name}
              {stop_id !== null && ` (crew), ${stopName(booking, stop_id)}`},{' '}
              <RelativeTime at={at} tip="start" />
            </p>
          </li>
        ))}
        {notes.length === 0 && <li className="text-muted">No notes yet.</li>}
      </ul>
      {mayWrite && (
        <form ref={form} onSubmit={save} className="mt-3 grid gap-2">
          <TextArea
            label="New note"
            isLabelHidden
            name="text"
            rows={2}
            maxLength={5_000}
            placeholder="Write a note"
          />
          {action.error && <FieldError>{action.error.message}</FieldError>}
          <Button type="submit" size="small" busy={action.isPending} className="justify-self-start">
            Save note
          </Button>
        </form>
      )}
    </Card>
  );
}

/** "stop 2"; a stop may have been removed from the route. */
function stopName({ route }: OperatorBooking['booking'], stopId: string): string {
  const position = route.findIndex(({ id }) => id === stopId);
  return position < 0 ? 'removed stop' : `stop ${position + 1}`;
}
