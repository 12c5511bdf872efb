// Contact log of a booking: messages sent and calls logged.
import { type SubmitEvent, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatPhone } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Call as BookingCall, BookingMessage, OperatorBooking } from '../api.ts';
import { formatReason, kindLabels, statusLabel } from '../messages/message-labels.ts';
import { useBookingAction } from './use-booking-action.ts';

interface ContactCardProps {
  readonly details: OperatorBooking;
  readonly mayWrite: boolean;
  readonly onWrite: () => void;
}

export function ContactCard({ details, mayWrite, onWrite }: ContactCardProps) {
  const { booking, messages, calls } = details;
  const [isLogging, setIsLogging] = useState(false);
  const entries = [
    ...messages.map((message) => ({ at: message.at, id: message.id, entry: <Message message={message} /> })),
    ...calls.map((call) => ({ at: call.at, id: call.id, entry: <Call call={call} /> })),
  ].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <Card
      title="Contact log"
      aside={
        mayWrite && (
          <span className="flex flex-wrap gap-2">
            <Button size="small" icon="message" onClick={onWrite}>
              Message the customer
            </Button>
            <Button size="small" icon="phone" onClick={() => setIsLogging(true)}>
              Log a call
            </Button>
          </span>
        )
      }
    >
      <ul className="grid gap-3">
        {entries.map(({ id, entry }) => (
          <li key={id}>{entry}</li>
        ))}
        {entries.length === 0 && (
          <li className="text-muted">
            {booking.customer_notifications_enabled
              ? 'Messages and logged calls appear here.'
              : 'Notifications are turned off for this booking. Logged calls appear here.'}
          </li>
        )}
      </ul>
      {isLogging && <CallDialog details={details} onClose={() => setIsLogging(false)} />}
    </Card>
  );
}

function Message({ message }: { readonly message: BookingMessage }) {
  const { kind, channel, to, text, status, reason, at, written_by: writtenBy } = message;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Icon name={channel === 'sms' ? 'message' : 'mail'} className="text-muted" />
        <span className="font-medium">{kindLabels[kind] ?? kind}</span>
        <Badge tone={statusLabel[status].tone}>{statusLabel[status].label}</Badge>
      </p>
      {text !== null && <p className="line-clamp-2">{text}</p>}
      <p className="text-[0.8125rem] text-muted">
        {channel === 'sms' ? 'SMS' : 'E-mail'}
        {to !== null && ` to ${formatPhone(to)}`}
        {writtenBy !== null && `, from ${writtenBy}`}, <RelativeTime at={at} tip="start" />
        {reason !== null && `. ${formatReason(message)}`}
      </p>
    </>
  );
}

const outcomes = { reached: 'Reached', no_answer: 'No answer', left_message: 'Left a message' } as const;

function Call({ call }: { readonly call: BookingCall }) {
  const { person, direction, outcome, text, by, at } = call;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Icon name="phone" className="text-muted" />
        <span className="font-medium">
          {direction === 'out' ? `Called ${person}` : `${person} called`}: {outcomes[outcome].toLowerCase()}
        </span>
      </p>
      {text !== '' && <p className="whitespace-pre-wrap">{text}</p>}
      <p className="text-[0.8125rem] text-muted">
        {by.name}, <RelativeTime at={at} tip="start" />
      </p>
    </>
  );
}

function CallDialog({
  details,
  onClose,
}: {
  readonly details: OperatorBooking;
  readonly onClose: () => void;
}) {
  const { booking } = details;
  const action = useBookingAction(booking.id);
  const [direction, setDirection] = useState('out');
  const [outcome, setOutcome] = useState('reached');
  const [text, setText] = useState('');
  const defaultPerson = booking.contacts[0]?.name ?? booking.customer?.name ?? '';
  const [person, setPerson] = useState(defaultPerson);
  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const body = { person: person.trim(), direction, outcome, text: text.trim() };
    action.mutate({ path: '/calls', body, done: 'Call logged.' }, { onSuccess: onClose });
  }
  return (
    <Dialog title="Log a call" onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <TextField
          label="Person"
          required
          maxLength={255}
          value={person}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Direction"
            value={direction}
            options={[
              { value: 'out', label: 'Outgoing' },
              { value: 'in', label: 'Incoming' },
            ]}
            onChange={setDirection}
          />
          <Select
            label="Outcome"
            value={outcome}
            options={Object.entries(outcomes).map(([value, label]) => ({ value, label }))}
            onChange={setOutcome}
          />
        </div>
        <TextArea
          label="Summary"
          maxLength={5_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {action.error && <FieldError>{action.error.message}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            Log call
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
