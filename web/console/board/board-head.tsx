// Header of the board: day, area and product filters, and the week strip.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { query } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { dayAfter, formatLongDay, isDay, today } from '../../ui/calendar-day.ts';
import { TextField } from '../../ui/field.tsx';
import { counted } from '../../ui/interpolate.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import type { Board, BoardBooking } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { alertOf, isIntended, productNames } from './board-labels.ts';
import { areaNamesQuery } from './board-queries.ts';
import type { BoardView } from './board-view.ts';
import { WeekStrip } from './week-strip.tsx';

const PlanDayDialog = lazy(async () => ({
  default: (await import('../plans/plan-day-dialog.tsx')).PlanDayDialog,
}));

const PlanStrip = lazy(async () => ({ default: (await import('../plans/plan-strip.tsx')).PlanStrip }));

interface BoardHeadProps {
  readonly view: BoardView;
  readonly board: Board | undefined;
}

export function BoardHead({ view, board }: BoardHeadProps) {
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const canPlan = useHasRole('dispatcher');
  const [isPlanning, setIsPlanning] = useState(false);
  const hrefOf = (change: Partial<BoardView>) => `/board${query({ ...view, ...change })}`;
  return (
    <>
      <PageHead
        title="Board"
        heading={formatLongDay(view.day)}
        lead={board ? summaryOf(board) : 'Loading…'}
        actions={
          <div className="flex flex-wrap items-end gap-2">
            {areas.length > 1 && (
              <Select
                label="Area"
                isLabelHidden
                value={view.area ?? ''}
                options={[
                  { value: '', label: 'All areas' },
                  ...areas.map(({ slug, name }) => ({ value: slug, label: name })),
                ]}
                onChange={(area) => go(hrefOf({ area: area || null }))}
              />
            )}
            <Select
              label="Product"
              isLabelHidden
              value={view.product ?? ''}
              options={[
                { value: '', label: 'All products' },
                ...Object.entries(productNames).map(([value, label]) => ({ value, label })),
              ]}
              onChange={(product) => go(hrefOf({ product: product || null }))}
            />
            <TextField
              label="Day"
              isLabelHidden
              type="date"
              value={view.day}
              onChange={(event) => {
                const day = event.currentTarget.value;
                if (isDay(day)) go(hrefOf({ day }));
              }}
            />
            <div className="flex gap-1">
              <ButtonLink href={hrefOf({ day: dayAfter(view.day, -1) })} icon="back" className="px-2.5!">
                <span className="sr-only">Previous day</span>
              </ButtonLink>
              <ButtonLink href={hrefOf({ day: today() })}>Today</ButtonLink>
              <ButtonLink href={hrefOf({ day: dayAfter(view.day, 1) })} icon="chevron" className="px-2.5!">
                <span className="sr-only">Next day</span>
              </ButtonLink>
            </div>
            {canPlan && (
              <Button icon="bolt" disabled={board === undefined} onClick={() => setIsPlanning(true)}>
                Plan day
              </Button>
            )}
          </div>
        }
      />
      {isPlanning && board && (
        <Suspense>
          <PlanDayDialog
            {...{ areas, board }}
            day={view.day}
            area={view.area}
            onClose={() => setIsPlanning(false)}
          />
        </Suspense>
      )}
      <Suspense>
        <PlanStrip view={view} areas={areas} />
      </Suspense>
      <WeekStrip place={view} hrefOf={(day) => hrefOf({ day })} />
    </>
  );
}

/** Example: "12 bookings, 3 unassigned, 5 planned, 1 late, 1 failed". */
function summaryOf({ bookings }: Board): string {
  const count = (isCounted: (booking: BoardBooking) => boolean) => bookings.filter(isCounted).length;
  const planned = count(isIntended);
  const late = count((booking) => alertOf(booking) === 'late');
  const failed = count((booking) => alertOf(booking) === 'failed');
  return [
    counted('{count} booking', '{count} bookings', bookings.length),
    `${count((booking) => booking.state === 'created' && !isIntended(booking))} unassigned`,
    ...(planned > 0 ? [`${planned} planned`] : []),
    ...(late > 0 ? [`${late} late`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}
