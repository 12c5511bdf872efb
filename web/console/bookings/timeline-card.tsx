// Timeline of a booking's changes with their actors and of messages that were not sent, and the webhook deliveries of its events.
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { BookingDelivery, TimelineEntry } from '../api.ts';
import { formatChangedFields } from './booking-labels.ts';
import { isShownChange, timelineLabel } from './timeline-labels.ts';

interface TimelineCardProps {
  readonly timeline: readonly TimelineEntry[];
  readonly stopCount: number;
  readonly timeZone: string;
}

export function TimelineCard({ timeline, stopCount, timeZone }: TimelineCardProps) {
  const changes = timeline.filter(isShownChange).toReversed();
  return (
    <Card title="Timeline" note="Changes and who made them, newest first.">
      <ol className="grid gap-2.5 border-l-2 pl-4">
        {changes.map((entry, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, and two may be alike
          <li key={changes.length - nth}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">
                {entry.kind === 'not_sent' ? unsentLabel(entry) : timelineLabel(entry, stopCount)}
              </span>
              <span className="text-muted">
                {actorLabel(entry)},{' '}
                <time dateTime={entry.at} className="whitespace-nowrap">
                  {englishTimes.recent(entry.at, timeZone)}
                </time>
              </span>
            </p>
            {formatChangedFields(entry) !== '' && (
              <p className="text-[0.8125rem] text-muted">{formatChangedFields(entry)}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Example: "20 SMS not sent: booking limit". */
function unsentLabel({ channel, count = 0, reason = '' }: TimelineEntry): string {
  const what = channel === 'sms' ? 'SMS' : count === 1 ? 'e-mail' : 'e-mails';
  return `${count} ${what} not sent: ${reason.replaceAll('_', ' ')}`;
}

const actorLabels: Readonly<Record<string, string>> = {
  client: 'the partner',
  user: 'the user',
  command: 'a command',
  system: 'Waybill',
  operator: 'an operator',
  crew_member: 'the crew',
  portal_member: 'the partner',
};

function actorLabel({ kind, by }: TimelineEntry): string {
  if (kind === 'not_sent') return 'Waybill';
  return by?.name ?? actorLabels[by?.kind ?? ''] ?? 'unknown';
}

const statuses: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'quiet' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  discarded: { label: 'Discarded', tone: 'warn' },
};

export function DeliveriesCard({ deliveries }: { readonly deliveries: readonly BookingDelivery[] }) {
  return (
    <Card title="Webhooks" note="Deliveries of this booking's events to the partner's endpoints.">
      {deliveries.length === 0 ? (
        <p className="text-muted">
          Deliveries appear here if the partner has a webhook endpoint that subscribes to these events.
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {deliveries.map(({ id, at, type, endpoint, status, attempts, status_code }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <Badge tone={statuses[status]?.tone ?? 'quiet'}>{statuses[status]?.label ?? status}</Badge>
              <code className="font-mono text-xs">{type}</code>
              <span className="min-w-0 flex-1 basis-40 truncate text-[0.8125rem] text-muted">
                {endpoint ?? 'deleted endpoint'}
              </span>
              <span className="text-[0.8125rem] text-muted">
                {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
                {status_code !== null && `, ${status_code}`}, <RelativeTime at={at} tip="end" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
