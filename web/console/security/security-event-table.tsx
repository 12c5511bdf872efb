// Table of security events. A press on an actor or subject filters by it. On narrow screens actor, subject and address
// move below the title.
import { Badge, type Tone } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { SecurityEvent } from '../api.generated.ts';
import { referenceLabel } from './reference-label.ts';
import type { SecurityFilters } from './security-queries.ts';

interface SecurityEventTableProps {
  readonly events: readonly SecurityEvent[];
  readonly onFilter: (change: SecurityFilters) => void;
}

const severityBadges: Readonly<Record<SecurityEvent['severity'], { tone: Tone; label: string }>> = {
  info: { tone: 'quiet', label: 'Info' },
  warning: { tone: 'warn', label: 'Warning' },
  critical: { tone: 'bad', label: 'Critical' },
};

const head =
  'eyebrow border-b px-2 py-2 text-left whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';
const cell = 'px-2 py-2.5 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function SecurityEventTable({ events, onFilter }: SecurityEventTableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Security events, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} w-24 sm:w-28`}>
            Severity
          </th>
          <th scope="col" className={head}>
            Event
          </th>
          <th scope="col" className={`${head} w-1/5 max-md:hidden`}>
            Actor
          </th>
          <th scope="col" className={`${head} w-1/5 max-md:hidden`}>
            Subject
          </th>
          <th scope="col" className={`${head} w-36 max-lg:hidden`}>
            Address
          </th>
          <th scope="col" className={`${head} w-22 text-right sm:w-28`}>
            Time
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {events.map((event) => (
          <Row key={event.id} event={event} onFilter={onFilter} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  event,
  onFilter,
}: {
  readonly event: SecurityEvent;
  readonly onFilter: SecurityEventTableProps['onFilter'];
}) {
  const { severity, title, account, actor, subject, address, changed, at } = event;
  const { tone, label } = severityBadges[severity];
  const isSame = actor.kind === subject.kind && actor.id === subject.id;
  const notes = [
    account?.name !== subject.name && account?.name,
    changed.length > 0 ? `changed: ${changed.join(', ')}` : null,
  ].filter(Boolean);
  const actorLink = <Reference value={actor} onPick={(value) => onFilter({ actor: value })} />;
  const subjectLink = <Reference value={subject} onPick={(value) => onFilter({ subject: value })} />;
  return (
    <tr className="hover:bg-hover">
      <td className={cell}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className={`${cell} min-w-0`}>
        <span className="block font-semibold">{title}</span>
        <span className="block truncate font-mono text-xs text-muted">{event.event}</span>
        {notes.length > 0 && <span className="block truncate text-xs text-muted">{notes.join(' · ')}</span>}
        <span className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-0.5 text-xs md:hidden">
          <span className="flex gap-1">
            <span className="flex-none text-muted">by</span>
            {actorLink}
          </span>
          {!isSame && (
            <span className="flex gap-1">
              <span className="flex-none text-muted">on</span>
              {subjectLink}
            </span>
          )}
          {address !== null && <span className="font-mono text-muted">{address}</span>}
        </span>
      </td>
      <td className={`${cell} max-md:hidden`}>{actorLink}</td>
      <td className={`${cell} max-md:hidden`}>{subjectLink}</td>
      <td className={`${cell} font-mono text-[0.8125rem] break-all max-lg:hidden`}>
        {address ?? <span className="text-muted">None</span>}
      </td>
      <td className={`${cell} text-right text-[0.8125rem] text-muted`}>
        <RelativeTime at={at} isInList tip="end" />
      </td>
    </tr>
  );
}

interface ReferenceProps {
  readonly value: SecurityEvent['actor'];
  readonly onPick: (reference: string) => void;
}

function Reference({ value, onPick }: ReferenceProps) {
  const label = referenceLabel(value);
  const reference = `${value.kind}:${value.id}`;
  return (
    <button
      type="button"
      title={`${label.name}: filter by ${reference}`}
      onClick={() => onPick(reference)}
      className="block min-w-0 max-w-full rounded-sm wrap-anywhere lg:truncate text-left underline-offset-2 hover:underline pointer-coarse:min-h-6"
    >
      <span className="text-muted">{label.kind}</span> {label.name}
    </button>
  );
}
