// Tabs with arrow key navigation, for a part of a page. Views with their own URL use links instead.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
  /** Shown at the end of the tab row. */
  readonly aside?: ReactNode;
  readonly panelClass?: string;
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children, aside, panelClass } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex((tab) => tab.value === value);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const at = (target + tabs.length) % tabs.length;
    const next = tabs[at];
    if (next === undefined) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  }

  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className="flex min-w-0 flex-wrap gap-0.5 rounded-lg border bg-paper p-0.5"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={classNames(
                'rounded-md px-2.5 py-1 text-[0.8125rem] font-medium pointer-coarse:py-2',
                tab.value === value ? 'bg-card text-ink shadow-xs' : 'text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={classNames('mt-3', panelClass)}
      >
        {children}
      </div>
    </div>
  );
}
