// Search results of the personal data page, with export and erasure.
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { AskedPerson, PersonFindings } from '../api.ts';
import { formatBookingState } from '../bookings/booking-labels.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { useExport } from './use-export.ts';

interface FindingsProps {
  readonly asked: AskedPerson;
  readonly findings: PersonFindings;
  readonly onErased: () => void;
}

const isLive = (state: string) => state === 'created' || state === 'dispatched';

export function Findings({ asked, findings, onErased }: FindingsProps) {
  const [isErasing, setIsErasing] = useState(false);
  const download = useExport(asked);
  const { bookings, messages, opt_outs, users } = findings;
  const identifiers = [findings.phone, findings.email].filter(Boolean).join(' or ');
  if (bookings.length === 0 && messages === 0) {
    return (
      <Card isFlush>
        <EmptyState icon="search" title={`No data found for ${identifiers}`}>
          The person is not a customer or contact of any booking, and no message to the person is stored.
          {opt_outs > 0 && ' An opt-out is still stored as a digest.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Card
        isFlush
        title={`${bookings.length} ${bookings.length === 1 ? 'booking' : 'bookings'} found for ${identifiers}`}
        note={`${messages} stored messages${opt_outs > 0 ? '; the person has opted out' : ''}.`}
        aside={
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon="copy" busy={download.isPending} onClick={() => download.mutate()}>
              Export as JSON
            </Button>
            <Button size="small" look="danger-quiet" icon="trash" onClick={() => setIsErasing(true)}>
              Erase…
            </Button>
          </div>
        }
      >
        <ul className="divide-y border-t">
          {bookings.map(({ id, hid, state, account, role, created_at }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
              <Link
                href={`/bookings/${id}`}
                className="rounded-sm font-mono text-[0.8125rem] font-semibold underline underline-offset-2"
              >
                {hid}
              </Link>
              <Badge tone={isLive(state) ? 'warn' : 'quiet'}>{formatBookingState(state)}</Badge>
              <span className="text-muted">{role}</span>
              <span className="min-w-0 flex-1 basis-40 truncate">{account.name}</span>
              <span className="text-[0.8125rem] text-muted">
                <RelativeTime at={created_at} isInList tip="end" />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {download.error && (
        <Notice tone="bad" title="The export failed">
          {download.error.message}
        </Notice>
      )}
      {users > 0 && (
        <Notice tone="warn" title="A personal account with this address exists">
          Erasing removes the data of its bookings, but not the account itself.
        </Notice>
      )}
      {isErasing && (
        <EraseDialog
          asked={asked}
          liveHids={bookings.filter(({ state }) => isLive(state)).map(({ hid }) => hid)}
          onClose={() => setIsErasing(false)}
          onErased={() => {
            setIsErasing(false);
            onErased();
          }}
        />
      )}
    </>
  );
}
