// Row of one exception: kind, booking, age and actions.
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { TimeSince } from '../../ui/relative-time.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Exception } from '../api.ts';
import { offerLabel, productNames } from '../board/board-labels.ts';
import { useHasRole } from '../session-context.tsx';
import { BookingLink } from './booking-link.tsx';
import {
  assignLabel,
  customerKinds,
  exceptionHref,
  exceptionWindow,
  kindLabels,
  severityTone,
} from './exception-labels.ts';

interface ExceptionRowProps {
  readonly exception: Exception;
  readonly onAssign: () => void;
  readonly onWrite: () => void;
  readonly onSettle: (how: 'resolve' | 'snooze') => void;
}

export function ExceptionRow({ exception, onAssign, onWrite, onSettle }: ExceptionRowProps) {
  const { key, kind, severity, since, says, booking } = exception;
  const { label, icon, linkLabel } = kindLabels[kind];
  const href = exceptionHref(exception);
  const mayDecide = useHasRole('dispatcher');
  const assign = mayDecide ? assignLabel(exception) : null;
  const firstLook = severity === 'critical' ? 'primary' : 'quiet';
  const facts = booking ? bookingFacts(booking) : [];
  const name = booking?.hid ?? label;
  return (
    <li
      data-exception={key}
      className="grid gap-x-4 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[9.5rem_minmax(0,1fr)_auto] md:items-start"
    >
      <div className="flex items-center gap-x-2 gap-y-1 md:flex-col md:items-start md:pt-0.5">
        <Badge tone={severityTone[severity]}>
          <Icon name={icon} className="size-3.5" />
          {label}
        </Badge>
        <span className="text-[0.8125rem] text-muted">
          for <TimeSince at={since} isInList />
        </span>
      </div>
      <div className="min-w-0">
        <p className="font-medium">
          {booking && <BookingLink booking={booking} />}
          {says}
        </p>
        <p className="mt-0.5 overflow-x-clip text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          <span className="-ml-3 flex flex-wrap">
            {facts.map((fact) => (
              <span key={fact} className={`${dotted} font-medium text-ink`}>
                {fact}
              </span>
            ))}
            <Subject exception={exception} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {assign !== null && (
          <Button size="small" look={firstLook} aria-label={`${assign}: ${name}`} onClick={onAssign}>
            {assign}
          </Button>
        )}
        {/* Where another crew helps, the code links to the booking. */}
        {href !== null && assign === null && (
          <ButtonLink href={href} size="small" look={firstLook}>
            {linkLabel}
            {kind === 'failed_stop' && <span className="sr-only"> about {name}</span>}
          </ButtonLink>
        )}
        {booking && kind !== 'payment_refused' && (
          <ButtonLink href={`/board?booking=${booking.id}`} size="small" icon="board">
            Board<span className="sr-only"> with {booking.hid}</span>
          </ButtonLink>
        )}
        {mayDecide && booking && customerKinds.has(kind) && (
          <Button
            size="small"
            icon="message"
            aria-label={`Message the customer of ${name}`}
            onClick={onWrite}
          >
            Message
          </Button>
        )}
        {mayDecide && (
          <>
            <Button size="small" aria-label={`Resolve ${name}: ${label}`} onClick={() => onSettle('resolve')}>
              Resolve
            </Button>
            <Button
              size="small"
              look="plain"
              aria-label={`Snooze ${name}: ${label}`}
              onClick={() => onSettle('snooze')}
            >
              Snooze
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** A dot before each part. The edge of the row cuts off the dots at the beginning of its lines. */
const dotted =
  "min-w-0 pl-3 before:-ml-3 before:inline-block before:w-3 before:text-center before:content-['·']";

/** "Offered to 2 crews until 9:45 AM", "10:30–11:30 AM", "Jersey City", "Van" */
function bookingFacts(booking: NonNullable<Exception['booking']>): readonly string[] {
  const product = booking.product && productNames[booking.product];
  const { offer, time_zone: timeZone } = booking;
  const offered = offer && offerLabel(offer, (at) => englishTimes.time(at, timeZone ?? undefined));
  return [offered, exceptionWindow(booking), booking.town, product].filter((fact) => fact !== null);
}

/** Customer, account and crew, with links that call them. */
function Subject({ exception: { booking, account, endpoint } }: { readonly exception: Exception }) {
  const parts = [
    { text: booking?.customer_name ?? null, number: booking?.customer_phone_number ?? null, who: 'Customer' },
    { text: account?.name ?? null, number: null, who: '' },
    { text: booking?.crew_name ?? null, number: booking?.crew_phone_number ?? null, who: 'Crew' },
    { text: endpoint?.url ?? null, number: null, who: '' },
  ].filter(({ text, number }) => text !== null || number !== null);
  return parts.map(({ text, number, who }) => (
    <span key={who + text} className={dotted}>
      {text ?? who}
      {number !== null && <PhoneLink number={number} who={text ?? who} isIcon />}
    </span>
  ));
}
