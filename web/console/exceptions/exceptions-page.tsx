// Exceptions page: open exceptions, most severe first, and recent decisions.
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useStickyFocus } from '../../ui/use-sticky-focus.ts';
import type { Exception } from '../api.ts';
import { AssignCrewDialog } from '../board/assign-crew-dialog.tsx';
import { assignment } from '../board/board-moves.ts';
import { useBoardMoves } from '../board/use-board-moves.ts';
import { WriteMessageDialog } from '../messages/write-message-dialog.tsx';
import { DecisionList } from './decision-list.tsx';
import { exceptionSubject, exceptionWindow } from './exception-labels.ts';
import { exceptionsQuery } from './exception-queries.ts';
import { ExceptionRow } from './exception-row.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

type View = 'open' | 'decided';

export function ExceptionsPage() {
  const [view, setView] = useState<View>('open');
  const { data } = useQuery(exceptionsQuery);
  const count = data?.total;
  return (
    <>
      <PageHead
        title="Exceptions"
        lead="Bookings, payments and webhook endpoints that need an operator, most severe first. Fixed exceptions disappear automatically."
      />
      <Tabs<View>
        label="Exceptions"
        tabs={[
          { value: 'open', label: count === undefined ? 'Open' : `Open (${count})` },
          { value: 'decided', label: 'Decided' },
        ]}
        value={view}
        onChange={setView}
      >
        {view === 'open' ? <OpenExceptions /> : <DecisionList />}
      </Tabs>
    </>
  );
}

interface OpenDecision {
  readonly exception: Exception;
  readonly how: 'resolve' | 'snooze';
}

function OpenExceptions() {
  const { data, error, refetch } = useQuery(exceptionsQuery);
  const [openDecision, setOpenDecision] = useState<OpenDecision | null>(null);
  const [assigning, setAssigning] = useState<Exception | null>(null);
  const [writing, setWriting] = useState<Exception | null>(null);
  const { move } = useBoardMoves();
  const list = useRef<HTMLDivElement>(null);
  useExceptionFocus(list);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <div ref={list} tabIndex={-1} className="rounded-xl border bg-card shadow-xs outline-none">
      {data === undefined ? (
        <SkeletonRows label="Loading exceptions" />
      ) : data.data.length === 0 ? (
        <EmptyState icon="check" title="No open exceptions">
          Late and unassigned bookings, failed stops, refused payments and failing webhook endpoints appear
          here within seconds.
        </EmptyState>
      ) : (
        <ul className="divide-y" aria-label="Open exceptions">
          {data.data.map((exception) => (
            <ExceptionRow
              key={exception.key}
              exception={exception}
              onAssign={() => setAssigning(exception)}
              onWrite={() => setWriting(exception)}
              onSettle={(how) => setOpenDecision({ exception, how })}
            />
          ))}
        </ul>
      )}
      {openDecision && <ResolveDialog {...openDecision} onClose={() => setOpenDecision(null)} />}
      {writing?.booking && (
        <WriteMessageDialog
          bookingId={writing.booking.id}
          hid={writing.booking.hid}
          template={writing.kind === 'failed_stop' ? 'not_delivered' : 'late'}
          hasUndelivered={writing.kind === 'failed_stop'}
          hasRedelivery={false}
          onClose={() => setWriting(null)}
        />
      )}
      {assigning?.booking && (
        <AssignCrewDialog
          bookingId={assigning.booking.id}
          hid={assigning.booking.hid}
          crewId={assigning.booking.crew_id}
          note={[exceptionSubject(assigning), exceptionWindow(assigning.booking)].filter(Boolean).join(' · ')}
          offer={assigning.booking.offer}
          timeZone={assigning.booking.time_zone ?? 'UTC'}
          onAssign={(choice) => {
            if (!assigning.booking) return;
            const { id, hid, crew_id: crewId } = assigning.booking;
            const { move: requested, done } = assignment({ id, hid, crewId }, choice);
            setAssigning(null);
            void move(requested, done);
          }}
          onClose={() => setAssigning(null)}
        />
      )}
    </div>
  );
}

/** When an exception disappears while it is focused, the focus goes to the one that takes its place, or to the list. */
function useExceptionFocus(list: RefObject<HTMLElement | null>): void {
  const place = useRef(0);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-exception]') ?? [])];
  useStickyFocus(list, {
    keyOf: (element) => {
      const row = element.closest<HTMLElement>('[data-exception]');
      place.current = row ? rows().indexOf(row) : 0;
      return row?.dataset['exception'] ?? null;
    },
    find: (key) => {
      const shown = rows();
      const row =
        shown.find((each) => each.dataset['exception'] === key) ?? shown[place.current] ?? shown.at(-1);
      return row?.querySelector<HTMLElement>('button, a') ?? list.current;
    },
  });
}
