// Free windows by day, as buttons. One Tab stop for all of them (roving tabindex): arrow keys, Home and End move within the list.
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { FreeDay } from '../bookings/free-windows.ts';

interface WindowListProps {
  readonly days: readonly FreeDay[];
  /** Window of the booking, which is marked instead of offered. */
  readonly currentId: string;
  readonly isBusy: boolean;
  readonly onChoose: (windowId: string, label: string) => void;
}

export function WindowList({ days, currentId, isBusy, onChoose }: WindowListProps) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const ids = days
    .flatMap(({ windows }) => windows.map(({ value }) => value))
    .filter((id) => id !== currentId);
  const tabStop = ids.find((id) => id === focusedId) ?? ids[0];

  function handleKey(event: KeyboardEvent): void {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>('[data-window]') ?? [])];
    const focused = buttons.find((button) => button === event.target);
    const next = focused && nextButton(buttons, focused, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  if (ids.length === 0) return null;
  return (
    <fieldset
      ref={ref}
      aria-label="Free times"
      aria-describedby={hintId}
      onKeyDown={handleKey}
      className="grid min-w-0 gap-3"
    >
      <p id={hintId} className="sr-only">
        Arrow keys move between the times.
      </p>
      {days.map((day) => {
        // On demand, the day and its only window have the same label.
        const isDay = day.windows[0]?.label !== day.label;
        return (
          <section key={day.value} aria-label={day.label}>
            {isDay && <h3 className="mb-1.5 font-semibold">{day.label}</h3>}
            <div className={isDay ? 'grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-1.5' : 'flex'}>
              {day.windows.map(({ value, label }) =>
                value === currentId ? (
                  <p
                    key={value}
                    className="grid place-items-center rounded-lg border border-dashed text-[0.8125rem]"
                  >
                    {label} now
                  </p>
                ) : (
                  <Button
                    key={value}
                    size="small"
                    data-window=""
                    tabIndex={value === tabStop ? 0 : -1}
                    disabled={isBusy}
                    onFocus={() => setFocusedId(value)}
                    onClick={() => onChoose(value, isDay ? `${day.label}, ${label}` : label)}
                  >
                    {label}
                  </Button>
                ),
              )}
            </div>
          </section>
        );
      })}
    </fieldset>
  );
}

/** The button that the key leads to. Up and down go to the nearest one of the next row. */
function nextButton(
  buttons: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
): HTMLElement | undefined {
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (sideways !== undefined) return buttons[buttons.indexOf(from) + sideways];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const here = from.getBoundingClientRect();
  const distance = ({ top, left }: DOMRect) => Math.abs(top - here.top) * 1_000 + Math.abs(left - here.left);
  return buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * step > 1)
    .sort((a, b) => distance(a.box) - distance(b.box))[0]?.button;
}
