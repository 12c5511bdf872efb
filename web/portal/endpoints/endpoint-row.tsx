// Row of the endpoint list.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { formatMilliseconds } from '../../ui/time-format.ts';
import type { PortalEndpoint } from '../api.generated.ts';
import { formatEventSubscription, formatSuccessRate, healthLabels } from './endpoint-labels.ts';
import { EndpointName } from './endpoint-name.tsx';

export const endpointGridClass =
  'md:grid md:grid-cols-[minmax(0,1fr)_9rem_5rem_4.5rem_4.5rem_1rem] md:items-center md:gap-4';

export function EndpointRow({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const { id, url, description, events, health, day, hours, pending, disabled } = endpoint;
  const { label, tone } = healthLabels[health];
  return (
    <li className={classNames('group relative px-4 py-3.5 hover:bg-hover sm:px-5', endpointGridClass)}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={`/endpoints/${id}`}
            className="min-w-0 rounded-sm break-all after:absolute after:inset-0 group-hover:underline focus-visible:outline-offset-4"
          >
            <EndpointName url={url} />
          </Link>
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
        </div>
        <p className="mt-0.5 truncate text-[0.8125rem] text-muted">
          {[description, formatEventSubscription(events)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto_auto_auto] items-end gap-x-4 md:mt-0 md:contents">
        <Figure name="Attempts in 24 hours">
          <span className="sr-only">
            {day.succeeded} succeeded, {day.failed} failed
          </span>
          <span className={disabled ? 'opacity-40' : undefined}>
            <Sparkline points={hours} />
          </span>
        </Figure>
        <Figure name="Success rate" isNumber>
          <span className={day.failed > day.succeeded ? 'font-semibold text-danger' : undefined}>
            {formatSuccessRate(day)}
          </span>
        </Figure>
        <Figure name="p95" isNumber>
          {day.p95_ms === null ? '–' : formatMilliseconds(day.p95_ms)}
        </Figure>
        <Figure name="Pending" isNumber>
          {pending.toLocaleString()}
        </Figure>
      </dl>
      <Icon name="chevron" className="text-muted max-md:hidden" />
    </li>
  );
}

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly isNumber?: boolean;
}

function Figure({ name, children, isNumber = false }: FigureProps) {
  return (
    <div className={classNames('min-w-0', isNumber && 'text-right tabular-nums')}>
      <dt className={classNames('text-[0.6875rem] text-muted md:sr-only', !isNumber && 'sr-only')}>{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
