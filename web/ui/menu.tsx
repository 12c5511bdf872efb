// Disclosure menu: a button that opens a panel of links and actions. Closes on Escape (and returns the focus to the
// button), on a press or focus outside, and when an item is chosen.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

const alignments = {
  start: 'left-0',
  end: 'right-0',
  /** For a button that is at the left edge of narrow screens. */
  'end-wide': 'left-0 sm:right-0 sm:left-auto',
} as const;

interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClass?: string;
  /** Edge of the button with which the panel is aligned. */
  readonly grows?: keyof typeof alignments;
  readonly children: ReactNode;
}

export function Menu({ label, button, buttonClass, grows = 'end', children }: MenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
    opener.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears Escape from what is inside
    <div ref={root} className="relative" onKeyDown={closeOnEscape}>
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClass}
      >
        <span className="sr-only">{label}</span>
        {button}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: what is inside has its own keys; this only closes after a choice
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div
          id={id}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a, button')) setIsOpen(false);
          }}
          className={classNames(
            'absolute top-[calc(100%+0.375rem)] z-40 grid min-w-56 animate-rise gap-0.5 rounded-xl border bg-card p-1.5 shadow-float',
            alignments[grows],
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export const menuItemClass =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-left font-medium text-ink hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11';
