// Badge: a short label for a state or a kind. Colour never carries information that the text does not.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'quiet';

const tones: Readonly<Record<Tone, string>> = {
  good: 'bg-good-tint text-good',
  bad: 'bg-danger-tint text-danger',
  warn: 'bg-signal-tint text-signal',
  quiet: 'bg-paper text-muted inset-ring inset-ring-line',
};

interface BadgeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly hasDot?: boolean;
}

export function Badge({ tone, children, hasDot = false }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-semibold tracking-normal whitespace-nowrap',
        tones[tone],
      )}
    >
      {hasDot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
