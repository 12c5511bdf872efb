// Frame shared by all charts: y scale, x axis labels, a cursor that follows the pointer and the arrow keys, and the
// same values as a visually hidden table for screen readers.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

export interface ChartColumn {
  readonly name: string;
  readonly swatch: string;
}
export interface ChartRow {
  /** Full label, for the cursor and the table. */
  readonly name: string;
  /** Label on the axis. */
  readonly shortName: string;
  readonly values: readonly string[];
}

interface ChartFrameProps {
  readonly title: string;
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
  readonly top: string;
  readonly children: (marked: number | null) => ReactNode;
}

const MAX_AXIS_LABELS = 7;

export function ChartFrame({ title, columns, rows, top, children }: ChartFrameProps) {
  const [marked, setMarked] = useState<number | null>(null);
  const id = useId();
  const row = marked === null ? undefined : rows[marked];

  function trackPointer(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    setMarked(Math.min(rows.length - 1, Math.max(0, Math.floor(share * rows.length))));
  }
  function moveByKey(event: KeyboardEvent): void {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined) return;
    event.preventDefault();
    setMarked((at) => Math.min(rows.length - 1, Math.max(0, (at ?? (delta > 0 ? -1 : rows.length)) + delta)));
  }

  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-[0.8125rem]">
        <span id={id} className="font-semibold">
          {title}
        </span>
        <span aria-live="polite" className="flex flex-wrap gap-x-3 text-muted tabular-nums">
          {row && <span>{row.name}</span>}
          {columns.map(({ name, swatch }, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-2 rounded-xs ${swatch}`} />
              {name}
              {row && <strong className="font-semibold text-ink">{row.values[index]}</strong>}
            </span>
          ))}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that answers to arrow keys has no element of its own */}
      <div
        role="group"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the mark
        tabIndex={0}
        onPointerMove={trackPointer}
        onPointerLeave={() => setMarked(null)}
        onBlur={() => setMarked(null)}
        onKeyDown={moveByKey}
        className="relative mt-2 h-36 touch-pan-y rounded-sm border-b"
      >
        <span className="absolute -top-0.5 left-0 z-10 bg-card pr-1.5 text-[0.6875rem] text-muted tabular-nums">
          {top}
        </span>
        <span aria-hidden="true" className="absolute inset-x-0 top-1.5 border-t border-dashed" />
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 border-t border-dashed" />
        <div aria-hidden="true" className="absolute inset-0 top-1.5">
          {children(marked)}
        </div>
      </div>
      <Axis rows={rows} />
      <ChartTable title={title} columns={columns} rows={rows} />
    </figure>
  );
}

/** X axis labels: at most MAX_AXIS_LABELS, and half as many on narrow screens, so that they do not overlap. */
function Axis({ rows }: Pick<ChartFrameProps, 'rows'>) {
  const every = Math.max(1, Math.ceil(rows.length / MAX_AXIS_LABELS));
  return (
    <div aria-hidden="true" className="relative mt-1 h-4 text-[0.6875rem] text-muted tabular-nums">
      {rows.map(
        ({ name, shortName }, index) =>
          index % every === 0 && (
            <span
              key={name}
              className={classNames(
                'absolute top-0 whitespace-nowrap',
                (index / every) % 2 === 1 && 'max-sm:hidden',
              )}
              style={{ left: `${(100 * index) / rows.length}%` }}
            >
              {shortName}
            </span>
          ),
      )}
    </div>
  );
}

function ChartTable({ title, columns, rows }: Pick<ChartFrameProps, 'title' | 'columns' | 'rows'>) {
  return (
    // `sr-only` is on a wrapper because a table ignores a width smaller than its content.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {columns.map(({ name }, index) => (
                <td key={name}>{row.values[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
