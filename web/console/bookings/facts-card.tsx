// Details of a booking: product, window, organization, customer, contacts and photos of the items.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { WebLink } from '../../ui/web-link.tsx';
import type { OperatorBooking } from '../api.ts';
import { productNames } from '../board/board-labels.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { windowStop } from './booking-labels.ts';
import { customerContactWarning } from './customer-contact.ts';
import { windowText } from './window-text.ts';

export function BookingDetailsCard({ details }: { readonly details: OperatorBooking }) {
  const { booking, account, area } = details;
  const { customer, contacts, photo_urls: photoUris } = booking;
  const warning = customerContactWarning(booking);
  const { data: areas = [] } = useQuery(areaNamesQuery);
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Detail name="Product">{productNames[booking.product]}</Detail>
        <Detail name="Window">
          {windowText(booking.arrival_window.label)}, at the {windowStop(booking)}
        </Detail>
        <Detail name="Organization">
          <Link href={`/organizations/${account.id}`} className="font-medium text-accent underline">
            {account.name}
          </Link>
        </Detail>
        <Detail name="Town">{booking.destination.address.locality}</Detail>
        <Detail name="Area">{areas.find(({ slug }) => slug === area)?.name ?? area}</Detail>
        {booking.order_number !== null && <Detail name="Order">{booking.order_number}</Detail>}
        {booking.description !== null && <Detail name="Description">{booking.description}</Detail>}
        {customer && (
          <Detail name="Customer">
            <Person {...customer} />
          </Detail>
        )}
        {contacts.length > 0 && (
          <Detail name="Contacts">
            {contacts.map(({ id, name, phone_number, email }) => (
              <Person key={id} name={name} phone_number={phone_number} email={email} />
            ))}
            {warning !== null && (
              <span className="mt-1 flex items-start gap-1.5 text-[0.8125rem] text-signal">
                <Icon name="alert" className="mt-0.5 size-4" />
                {warning}
              </span>
            )}
          </Detail>
        )}
        {photoUris.length > 0 && (
          <Detail name="Photos">
            {photoUris.map((uri) => (
              <span key={uri} className="block">
                <WebLink uri={uri} />
              </span>
            ))}
          </Detail>
        )}
        <Detail name="Booked">
          <RelativeTime at={booking.created_at} tip="start" />
        </Detail>
        <Detail name="Tracking">
          <a
            href={booking.share_url}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent underline"
          >
            Tracking page
          </a>
        </Detail>
        <Detail name="ID">
          <span className="flex items-center gap-1">
            <code className="truncate font-mono text-xs">{booking.id}</code>
            <CopyButton text={booking.id} what="booking id" />
          </span>
        </Detail>
      </dl>
    </Card>
  );
}

interface PersonProps {
  readonly name?: string | null | undefined;
  readonly phone_number?: string | null | undefined;
  readonly email?: string | null | undefined;
}

function Person({ name, phone_number, email }: PersonProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {name}
      {phone_number && <PhoneLink number={phone_number} who={name ?? 'the contact'} className="min-h-6" />}
      {email && (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-6 items-center [overflow-wrap:anywhere] text-accent hover:underline"
        >
          {email}
        </a>
      )}
    </span>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
