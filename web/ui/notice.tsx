// Banner that states a problem or a result, with actions.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const tones = {
  bad: { look: 'bg-danger-tint text-danger', icon: 'alert' },
  warn: { look: 'bg-signal-tint text-signal', icon: 'alert' },
  good: { look: 'bg-good-tint text-good', icon: 'check' },
  quiet: { look: 'bg-card text-muted', icon: 'info' },
} as const satisfies Record<string, { look: string; icon: IconName }>;

interface NoticeProps {
  readonly tone: keyof typeof tones;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { look, icon } = tones[tone];
  return (
    <div
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-3 rounded-xl border border-current/20 px-4 py-3',
        look,
      )}
    >
      <Icon name={icon} className="mt-0.5 size-5" />
      <div className="min-w-[12rem] flex-1 sm:min-w-[20rem]">
        <p className="font-semibold">{title}</p>
        {children !== undefined && (
          <div className="mt-0.5 max-w-[75ch] text-ink max-sm:text-[0.8125rem]">{children}</div>
        )}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap gap-2 self-center max-sm:basis-full max-sm:pl-8">{actions}</div>
      )}
    </div>
  );
}
