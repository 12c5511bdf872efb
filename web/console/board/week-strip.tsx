// Week strip: the number of bookings per day of the week, with links to the days.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { formatLongDay, formatWeekday } from '../../ui/calendar-day.ts';
import { classNames } from '../../ui/class-names.ts';
import { counted } from '../../ui/interpolate.ts';
import type { BoardDay } from '../api.ts';
import { type BoardLocation, weekQuery } from './board-queries.ts';

interface WeekStripProps {
  readonly place: BoardLocation;
  readonly hrefOf: (day: string) => string;
}

export function WeekStrip({ place, hrefOf }: WeekStripProps) {
  const { data } = useQuery({ ...weekQuery(place), placeholderData: (before) => before });
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another day is opened and when the week is there
  useEffect(() => centerOpenDay(ref.current), [place.day, data]);
  return (
    <nav
      ref={ref}
      aria-label="Days of this week"
      className="min-h-13 overflow-x-auto max-md:-mx-4 max-md:px-4"
    >
      <ul className="grid min-w-[44rem] grid-cols-7 gap-1.5">
        {data?.days.map((each) => (
          <DayLink key={each.day} day={each} isOpen={each.day === place.day} href={hrefOf(each.day)} />
        ))}
      </ul>
    </nav>
  );
}

/** On phones the strip is wider than the screen. Only the strip scrolls, not the page. */
function centerOpenDay(strip: HTMLElement | null): void {
  const day = strip?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (strip && day)
    strip.scrollLeft += day.left + day.width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
}

function DayLink({
  day,
  isOpen,
  href,
}: {
  readonly day: BoardDay;
  readonly isOpen: boolean;
  readonly href: string;
}) {
  const { unassigned, planned, dispatched, completed } = day;
  const open = unassigned - planned;
  const total = unassigned + dispatched + completed;
  const summary =
    total === 0
      ? 'no bookings'
      : [
          counted('{count} booking', '{count} bookings', total),
          `${open} without a crew`,
          ...(planned > 0 ? [`${planned} planned`] : []),
        ].join(', ');
  return (
    <li>
      <Link
        href={href}
        data-drop-day={isOpen ? undefined : day.day}
        aria-current={isOpen ? 'date' : undefined}
        title={`${formatLongDay(day.day)}: ${summary}`}
        className={classNames(
          'grid gap-0.5 rounded-lg border px-2.5 py-1.5 text-xs focus-visible:outline-offset-0 data-over:border-accent data-over:bg-tint data-over:ring-2 data-over:ring-accent',
          isOpen ? 'border-accent bg-tint' : 'bg-card hover:bg-hover',
        )}
      >
        <span className={classNames('font-semibold', isOpen && 'text-accent')}>
          {formatWeekday(day.day)} {Number(day.day.slice(8))}
        </span>
        <span className="flex flex-wrap justify-between gap-x-2 whitespace-nowrap">
          <span className="text-muted">{total}</span>
          {open > 0 && <span className="font-semibold text-signal">{open} open</span>}
        </span>
      </Link>
    </li>
  );
}
