// Dialog that writes to the contacts of a booking: template, recipients, and a preview of exactly what they receive.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { MessageDraft, MessagePreview } from '../api.ts';
import { useBookingAction } from '../bookings/use-booking-action.ts';
import { useWrite } from '../session-context.tsx';
import { channelLabels } from './message-labels.ts';
import { MessageRecipients } from './message-recipients.tsx';
import { type PreviewedMessage, recipientKey, suggestedKeys, toLocalInput } from './written-message.ts';

interface WriteMessageDialogProps {
  readonly bookingId: string;
  readonly hid: string;
  readonly template: MessageDraft['template'];
  /** Whether a stop has failed or was skipped. */
  readonly hasUndelivered: boolean;
  /** Whether another booking delivers the stop again. */
  readonly hasRedelivery: boolean;
  readonly onClose: () => void;
}

const nextSteps = (hasRedelivery: boolean) => [
  { value: '', label: hasRedelivery ? 'The new delivery' : 'Please contact the sender' },
  { value: 'sender_contacts', label: 'We contact you about a new time' },
  { value: 'returned', label: 'The items go back to the sender' },
];

export function WriteMessageDialog(props: WriteMessageDialogProps) {
  const { bookingId, hid, hasUndelivered, hasRedelivery, onClose } = props;
  const [template, setTemplate] = useState(props.template);
  /** Local time from the field; null: the forecast of the server. */
  const [expected, setExpected] = useState<string | null>(null);
  const [next, setNext] = useState('');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const action = useBookingAction(bookingId);
  const draft = draftOf({ template, expected, next, text });
  const { data, error } = useMessagePreview(bookingId, useDeferredValue(draft));
  const isEmpty = template === 'custom' && text.trim() === '';
  const keys = chosen ?? suggestedKeys(data?.data ?? []);
  const selected = (data?.data ?? []).filter((each) => each.refusal === null && keys.has(recipientKey(each)));
  function send(): void {
    const to = selected.map(({ recipient, channel }) => ({ recipient, channel }));
    const done = selected.length === 1 ? 'The message is being sent.' : 'The messages are being sent.';
    action.mutate({ path: '/messages', body: { ...draft, to }, done }, { onSuccess: onClose });
  }
  return (
    <Dialog
      title={`Message the customer: ${hid}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            icon="send"
            busy={action.isPending}
            disabled={selected.length === 0 || isEmpty || error !== null}
            onClick={send}
          >
            {selected.length > 1 ? `Send ${selected.length} messages` : 'Send message'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-ink">
        <Select
          label="Message"
          value={template}
          options={[
            { value: 'late', label: 'Running late' },
            ...(hasUndelivered ? [{ value: 'not_delivered', label: 'Could not deliver' }] : []),
            { value: 'custom', label: 'Own text' },
          ]}
          onChange={(value) => setTemplate(value as MessageDraft['template'])}
        />
        {template === 'late' && (
          <TextField
            label="New time"
            type="datetime-local"
            value={expected ?? toLocalInput(data?.expected_at ?? null)}
            hint="In the time zone of this computer; the message has the time zone of the stop. If empty, no time is given."
            onChange={(event) => setExpected(event.currentTarget.value)}
          />
        )}
        {template === 'not_delivered' && (
          <Select
            label="What happens next"
            value={next}
            options={nextSteps(hasRedelivery)}
            onChange={setNext}
          />
        )}
        {template === 'custom' && (
          <TextArea
            label="Text"
            required
            maxLength={200}
            value={text}
            hint={`Sent as you write it, without translation. ${200 - text.length} characters left.`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {!data && !error && <SkeletonRows rows={3} label="Loading the preview" />}
        {data && <MessageRecipients messages={data.data} chosen={keys} onChange={setChosen} />}
        {data && !isEmpty && <Previews messages={selected} />}
        {error && <FieldError>{error.message}</FieldError>}
        {action.error && <FieldError>{action.error.message}</FieldError>}
      </div>
    </Dialog>
  );
}

interface DraftFields {
  readonly template: MessageDraft['template'];
  readonly expected: string | null;
  readonly next: string;
  readonly text: string;
}

function draftOf({ template, expected, next, text }: DraftFields): MessageDraft {
  if (template === 'custom') return { template, text: text.trim() === '' ? '…' : text.trim() };
  if (template === 'not_delivered')
    return { template, ...(next !== '' && { next: next as NonNullable<MessageDraft['next']> }) };
  if (expected === null) return { template };
  return { template, expected_at: expected === '' ? null : new Date(expected).toISOString() };
}

/** The recipients stay while the next preview is loading. */
function useMessagePreview(bookingId: string, draft: MessageDraft) {
  const write = useWrite();
  return useQuery({
    queryKey: ['booking', bookingId, 'message-preview', draft],
    queryFn: () => write<MessagePreview>('POST', `/bookings/${bookingId}/messages/preview`, draft),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function Previews({ messages }: { readonly messages: readonly PreviewedMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-label="Preview" className="grid gap-3">
      {messages.map((message) => (
        <article key={recipientKey(message)} className="rounded-lg border bg-paper px-3 py-2.5">
          <h3 className="text-[0.8125rem] font-semibold text-muted">
            {channelLabels[message.channel]} to {message.name ?? message.address}
            {message.language === 'es' && ', in Spanish'}
          </h3>
          {message.subject !== null && <p className="mt-1 font-semibold">{message.subject}</p>}
          <p
            lang={message.language ?? undefined}
            className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {message.text}
          </p>
        </article>
      ))}
    </section>
  );
}
