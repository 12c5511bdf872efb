// The board on a phone: a list of what needs a dispatcher, and an agenda per crew, instead of a grid of hours.
import { memo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { BoardBooking, BoardCrew } from '../api.ts';
import { type AlertKind, alertKinds, alertLabels, alertOf, vehicleNames } from './board-labels.ts';
import type { BoardLayout, CrewRowLayout } from './board-layout.ts';
import { BookingCard } from './booking-card.tsx';
import type { CardContext } from './card-context.ts';
import { NoCrews } from './no-crews.tsx';

interface PhoneBoardProps {
  readonly layout: BoardLayout;
  readonly cardContext: CardContext;
}

type View = 'todo' | 'crews';
type Alerts = Readonly<Record<AlertKind, readonly BoardBooking[]>>;

export const PhoneBoard = memo(function PhoneBoard({ layout, cardContext }: PhoneBoardProps) {
  const alerts = alertsOf(layout);
  const todo = alertKinds.reduce((sum, kind) => sum + alerts[kind].length, 0);
  const isMarked = ({ id }: BoardBooking) => id === cardContext.markedId;
  const isMarkedTodo = alertKinds.some((kind) => alerts[kind].some(isMarked));
  const [view, setView] = useState<View>(cardContext.markedId === null || isMarkedTodo ? 'todo' : 'crews');
  return (
    <div className="board">
      <Tabs<View>
        label="Board"
        tabs={[
          { value: 'todo', label: `To do (${todo})` },
          { value: 'crews', label: `Crews (${layout.lines.length})` },
        ]}
        value={view}
        onChange={setView}
      >
        {view === 'todo' ? (
          <TodoList alerts={alerts} crews={layout.lines} cardContext={cardContext} />
        ) : (
          <CrewAgendas layout={layout} cardContext={cardContext} />
        )}
      </Tabs>
    </div>
  );
});

/** In order of time. */
function alertsOf({ unassigned, lines, elsewhere }: BoardLayout): Alerts {
  const placed = [...lines.flatMap(({ cards }) => cards), ...elsewhere].map(({ booking }) => booking);
  const all = [...unassigned.flat(), ...placed].sort((a, b) =>
    a.window.starts_at.localeCompare(b.window.starts_at),
  );
  const of = (kind: AlertKind) => all.filter((booking) => alertOf(booking) === kind);
  return { failed: of('failed'), late: of('late'), unassigned: of('unassigned') };
}

/** Cards of one kind that are shown before the rest is requested. */
const PAGE = 20;

interface TodoListProps {
  readonly alerts: Alerts;
  readonly crews: readonly CrewRowLayout[];
  readonly cardContext: CardContext;
}

function TodoList({ alerts, crews, cardContext }: TodoListProps) {
  if (alertKinds.every((kind) => alerts[kind].length === 0))
    return (
      <EmptyState icon="check" title="Nothing to do">
        Late and unassigned bookings and failed stops of this day appear here.
      </EmptyState>
    );
  return (
    <div className="grid gap-5">
      {alertKinds
        .filter((kind) => alerts[kind].length > 0)
        .map((kind) => (
          <AlertGroup
            key={kind}
            kind={kind}
            bookings={alerts[kind]}
            crews={crews}
            cardContext={cardContext}
          />
        ))}
    </div>
  );
}

interface AlertGroupProps {
  readonly kind: AlertKind;
  readonly bookings: readonly BoardBooking[];
  readonly crews: readonly CrewRowLayout[];
  readonly cardContext: CardContext;
}

function AlertGroup({ kind, bookings, crews, cardContext }: AlertGroupProps) {
  const marked = bookings.findIndex(({ id }) => id === cardContext.markedId);
  const [limit, setLimit] = useState(Math.max(PAGE, marked + 1));
  const rest = bookings.length - limit;
  return (
    <section aria-label={alertLabels[kind]}>
      <h2 className="mb-2 font-semibold">
        {alertLabels[kind]} <span className="font-normal text-muted">{bookings.length}</span>
      </h2>
      <ul className="grid gap-2">
        {bookings.slice(0, limit).map((booking) => {
          const crew = crews.find((line) => line.crew.id === booking.crew_id)?.crew;
          return (
            <li key={booking.id}>
              <PhoneCard booking={booking} cardContext={cardContext} />
              {crew && <CrewContact crew={crew} />}
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <Button className="mt-2 w-full" onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, rest)} more of {rest}
        </Button>
      )}
    </section>
  );
}

function CrewAgendas({ layout, cardContext }: PhoneBoardProps) {
  if (layout.lines.length === 0) return <NoCrews />;
  return (
    <ul className="divide-y rounded-xl border bg-card">
      {layout.lines.map((line) => (
        <CrewAgenda key={line.crew.id} line={line} cardContext={cardContext} />
      ))}
    </ul>
  );
}

function CrewAgenda({
  line: { crew, cards, failed, late },
  cardContext,
}: {
  readonly line: CrewRowLayout;
  readonly cardContext: CardContext;
}) {
  const { name, vehicle, shifts, is_retired } = crew;
  const hours = shifts.map(cardContext.formatSpan).join(', ');
  const alerts = [failed > 0 && `${failed} failed`, late > 0 && `${late} late`].filter(Boolean).join(', ');
  return (
    <li>
      <details open={cards.some(({ booking }) => booking.id === cardContext.markedId)}>
        <summary className="flex min-h-14 cursor-pointer items-center gap-2 px-4 py-2">
          <span className="min-w-0 flex-1">
            <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="block text-[0.8125rem] text-muted">
              {[
                vehicle ? vehicleNames[vehicle.type] : 'No vehicle',
                is_retired ? 'Retired' : hours === '' ? 'No shift' : hours,
              ].join(' · ')}
            </span>
          </span>
          {alerts !== '' && <span className="board-late text-xs whitespace-nowrap">{alerts}</span>}
          <span className="text-muted">
            {cards.length}
            <span className="sr-only"> bookings</span>
          </span>
        </summary>
        <div className="grid gap-2 px-4 pb-4">
          <CrewContact crew={crew} />
          {cards.length === 0 && <p className="text-muted">No bookings on this day.</p>}
          {cards.map(({ booking }) => (
            <PhoneCard key={booking.id} booking={booking} cardContext={cardContext} />
          ))}
        </div>
      </details>
    </li>
  );
}

function PhoneCard({
  booking,
  cardContext,
}: {
  readonly booking: BoardBooking;
  readonly cardContext: CardContext;
}) {
  return (
    <BookingCard
      booking={booking}
      when={cardContext.formatSpan(booking.window)}
      isPending={cardContext.pending.has(booking.id)}
      canDrag={false}
      isMarked={cardContext.markedId === booking.id}
      isTabStop
    />
  );
}

/** Whom to call about a job. */
function CrewContact({ crew: { name, members, phone_number } }: { readonly crew: BoardCrew }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      {[name, members.join(', ')].filter(Boolean).join(' · ')}
      {phone_number !== null && <PhoneLink number={phone_number} who={name} className="min-h-6" />}
    </p>
  );
}
