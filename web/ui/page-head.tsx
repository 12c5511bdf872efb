// Page header: title, back link, actions. Focuses the heading after client-side navigation, so that keyboard and screen
// reader users start at the new page.
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';

interface PageHeadProps {
  /** Document title; also the heading unless `heading` is set. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
}

let hasShownAPage = false;

export function PageHead({ title, heading, lead, back, actions }: PageHeadProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
  useEffect(() => {
    if (hasShownAPage) {
      ref.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    hasShownAPage = true;
  }, []);
  return (
    <div className="grid gap-2">
      {back && (
        <Link
          href={back.href}
          className="-ml-1 inline-flex items-center gap-1 justify-self-start rounded-sm px-1 py-0.5 font-medium text-muted hover:text-ink"
        >
          <Icon name="back" className="size-3.5" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h1
            ref={ref}
            tabIndex={-1}
            className="text-xl leading-tight font-semibold tracking-tight outline-none sm:text-[1.375rem]"
          >
            {heading ?? title}
          </h1>
          {lead !== undefined && <div className="mt-1 max-w-[70ch] text-muted">{lead}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
