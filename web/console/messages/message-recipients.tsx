// Checkboxes of the contacts and channels of a message, with the reason beside those that cannot be chosen.
import { formatPhone } from '../../ui/phone-link.tsx';
import { channelLabels } from './message-labels.ts';
import { type PreviewedMessage, recipientKey, refusalLabels } from './written-message.ts';

function addressOf({ address, channel }: PreviewedMessage): string {
  if (address === null) return '';
  return ` to ${channel === 'sms' ? formatPhone(address) : address}`;
}

interface MessageRecipientsProps {
  readonly messages: readonly PreviewedMessage[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

export function MessageRecipients({ messages, chosen, onChange }: MessageRecipientsProps) {
  if (messages.length === 0)
    return <p>This booking has no contacts. Add one with Edit booking, or call the organization.</p>;
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-semibold">To</legend>
      {messages.map((message) => {
        const key = recipientKey(message);
        const { refusal } = message;
        return (
          <label key={key} className="flex items-start gap-2.5 py-0.5">
            <input
              type="checkbox"
              className="mt-0.5 size-4 flex-none accent-accent"
              disabled={refusal !== null}
              checked={refusal === null && chosen.has(key)}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.currentTarget.checked) next.add(key);
                else next.delete(key);
                onChange(next);
              }}
            />
            <span className="[overflow-wrap:anywhere]">
              {[message.name, `${channelLabels[message.channel]}${addressOf(message)}`]
                .filter(Boolean)
                .join(', ')}
              {refusal !== null && <span className="text-muted">. {refusalLabels[refusal]}.</span>}
              {refusal === null && !message.is_of_stop && (
                <span className="text-muted"> (contact of another stop)</span>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
