// All stops of the current job, in order.
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { fill } from '../../ui/interpolate.ts';
import type { StopProps } from './day-props.ts';
import { bookingStateLabels, stateTones } from './stop-card.tsx';

export function StopList({ words, times, job, stop: current }: StopProps) {
  return (
    <section aria-label={words.stops} className="rounded-2xl border bg-card px-4 py-3 shadow-xs">
      <h2 className="eyebrow">{words.stops}</h2>
      <ol className="mt-2 grid gap-3">
        {job.stops.map((stop) => {
          const isOver = stop.state === 'done' || stop.state === 'skipped';
          const time = stop.done_at ?? stop.arrived_at;
          return (
            <li
              key={stop.id}
              aria-current={stop.id === current.id ? 'step' : undefined}
              className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-start gap-3"
            >
              <span
                aria-hidden="true"
                className={classNames(
                  'grid size-7 place-items-center rounded-full text-[0.8125rem] font-semibold',
                  stop.state === 'failed'
                    ? 'bg-danger text-paper'
                    : isOver || stop.id === current.id
                      ? 'bg-accent text-on-accent'
                      : 'border-2 border-field-line text-muted',
                )}
              >
                {stop.state === 'done' || stop.state === 'failed' ? (
                  <Icon name={stop.state === 'done' ? 'check' : 'alert'} />
                ) : (
                  stop.position + 1
                )}
              </span>
              <div className="min-w-0">
                <p className="font-medium">{stop.name}</p>
                <p className="text-[0.8125rem] text-muted">{stop.locality}</p>
                {time === null && stop.planned && (
                  <p className="text-[0.8125rem] text-muted">{times.window(stop.planned, stop.time_zone)}</p>
                )}
                {time !== null && (
                  <p className="text-[0.8125rem] text-muted">
                    {fill(stop.done_at === null ? words.arrivedAt : words.doneAt, {
                      time: times.timeInSentence(time, stop.time_zone),
                    })}
                  </p>
                )}
              </div>
              <Badge tone={stateTones[stop.state]}>{words[bookingStateLabels[stop.state]]}</Badge>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
