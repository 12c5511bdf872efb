// Card: a bordered panel. With a title it is a labelled section.
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface CardProps {
  readonly children?: ReactNode;
  readonly title?: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly className?: string;
  /** Fragment of the URL that leads to this section. */
  readonly anchor?: string;
  /** No padding: the content has its own, for example a table. */
  readonly isFlush?: boolean;
}

export function Card({ children, title, note, aside, className, anchor, isFlush = false }: CardProps) {
  const id = useId();
  const look = classNames('min-w-0 rounded-xl border bg-card shadow-xs', className);
  if (title === undefined)
    return <div className={classNames(look, !isFlush && 'p-4 sm:p-5')}>{children}</div>;
  return (
    <section
      aria-labelledby={id}
      id={anchor}
      className={classNames(look, anchor !== undefined && 'scroll-mt-28')}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 last:pb-4 sm:px-5">
        <div>
          <h2 id={id} className="text-[0.9375rem] font-semibold">
            {title}
          </h2>
          {note !== undefined && <p className="mt-0.5 max-w-[65ch] text-[0.8125rem] text-muted">{note}</p>}
        </div>
        {aside}
      </header>
      {children !== undefined && <div className={isFlush ? 'pt-3' : 'p-4 sm:px-5 sm:pb-5'}>{children}</div>}
    </section>
  );
}
