// Layout of pages without a session (sign-in, expired link, signed out): one centred card below the logo.
import { type ReactNode, useEffect } from 'react';
import { BrandMark } from './brand.tsx';
import { Icon, type IconName } from './icon.tsx';

interface CenteredPageProps {
  readonly title: string;
  readonly icon?: IconName;
  /** Shown beside the product name, for example the environment label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function CenteredPage({ title, icon, aside, children }: CenteredPageProps) {
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex items-center gap-2.5 px-5 py-5 sm:px-8">
        <BrandMark />
        <span className="text-lg font-bold tracking-tight">Waybill</span>
        {aside}
      </header>
      <main className="grid grid-cols-[minmax(0,30rem)] content-start justify-center px-3 pb-8 sm:content-center">
        <div className="rounded-[1.125rem] border bg-card p-5 text-base shadow-float sm:p-8">
          {icon !== undefined && (
            <span className="mb-4 grid size-12 place-items-center rounded-full bg-signal-tint text-signal">
              <Icon name={icon} className="size-6" />
            </span>
          )}
          <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance">{title}</h1>
          <div className="mt-2 grid min-w-0 gap-4 text-muted">{children}</div>
        </div>
      </main>
    </div>
  );
}
