// Empty state of a list or page: what will appear here and how to make it appear.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-tint text-accent">
        <Icon name={icon} className="size-5" />
      </span>
      <h2 className="mt-1 text-[0.9375rem] font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-[52ch] text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
