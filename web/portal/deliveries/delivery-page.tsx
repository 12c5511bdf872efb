// Page of one delivery: source, endpoint, attempts with their responses, and the payload.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { curlCommand } from '../../ui/curl-command.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { prettyJson } from '../../ui/pretty-json.ts';
import { DueTime, RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { DeliveryDetail } from '../api.generated.ts';
import { BookingCode } from '../bookings/booking-code.tsx';
import { EndpointName } from '../endpoints/endpoint-name.tsx';
import { useEndpoints } from '../endpoints/endpoint-queries.ts';
import { AttemptTimeline } from './attempt-timeline.tsx';
import { formatPause, formatReason, statusLabel } from './delivery-labels.ts';
import { useDelivery, useResend } from './delivery-queries.ts';

export function DeliveryPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useDelivery(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="delivery" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the delivery" />
      </Card>
    );
  }
  return (
    <>
      <DeliveryHead delivery={data} />
      <DeliverySummary delivery={data} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Attempts" note={<AttemptsNote delivery={data} />}>
          <AttemptTimeline delivery={data} />
        </Card>
        <Payload delivery={data} />
      </div>
    </>
  );
}

interface DeliveryProps {
  readonly delivery: DeliveryDetail;
}

/** Why the delivery ended, or why it waits although it was not attempted lately. */
function AttemptsNote({ delivery: { reason, status, endpoint_id } }: DeliveryProps) {
  const endpoint = useEndpoints().data?.find(({ id }) => id === endpoint_id);
  return formatReason(reason) ?? (status === 'pending' && endpoint ? formatPause(endpoint) : null);
}

function DeliveryHead({ delivery }: DeliveryProps) {
  const resend = useResend(delivery.id);
  const toast = useToast();
  const { label, tone } = statusLabel(delivery);
  const last = delivery.log.at(-1);
  return (
    <PageHead
      title={`${delivery.event_type} · Delivery`}
      back={{ href: '/deliveries', label: 'Webhook deliveries' }}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-mono text-lg">{delivery.event_type}</span>
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
        </span>
      }
      actions={
        <>
          {last && delivery.payload !== null && (
            <CopyButton
              look="quiet"
              label="Copy as curl"
              what="the last attempt"
              text={curlCommand(last.request, delivery.payload)}
            />
          )}
          <Button
            look="primary"
            size="small"
            icon="send"
            busy={resend.isPending}
            disabled={delivery.payload === null}
            onClick={() =>
              resend.mutate(undefined, {
                onSuccess: () => toast('Delivery queued for resending.'),
                onError: (error) => toast(error.message, 'bad'),
              })
            }
          >
            Resend
          </Button>
        </>
      }
    />
  );
}

function DeliverySummary({ delivery }: DeliveryProps) {
  const { created_at, next_attempt_at, event_id, booking_id, booking_hid, endpoint_id, endpoint_url } =
    delivery;
  return (
    <div className="rounded-xl border bg-card shadow-xs">
      <div className="perforated grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-4 px-4 py-4 sm:gap-6 sm:px-6">
        <div>
          <p className="eyebrow">From</p>
          <p className="font-semibold">Waybill</p>
        </div>
        <svg
          viewBox="0 0 46 14"
          aria-hidden="true"
          className="mt-5.5 w-11 fill-none stroke-accent"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M2 7h36" strokeDasharray="1 6" />
          <path d="M37 2l6 5-6 5" />
        </svg>
        <div className="min-w-0">
          <p className="eyebrow">To</p>
          <p className="break-all">
            <Link href={`/endpoints/${endpoint_id}`} className="rounded-sm hover:underline">
              <EndpointName url={endpoint_url} />
            </Link>
          </p>
        </div>
      </div>
      <dl className="grid gap-x-8 gap-y-3 px-4 py-4 sm:flex sm:flex-wrap sm:px-6">
        <Fact name="Created">
          <RelativeTime at={created_at} tip="start" />
        </Fact>
        {next_attempt_at !== null && (
          <Fact name="Next attempt">
            <DueTime at={next_attempt_at} tip="start" />
          </Fact>
        )}
        <Fact name="Event id (webhook-id)">
          <code className="font-mono text-[0.8125rem]">{event_id}</code>
        </Fact>
        {booking_id !== null && booking_hid !== null && (
          <Fact name="Booking">
            <span className="flex flex-wrap gap-x-3">
              <BookingCode id={booking_id} hid={booking_hid} />
              <Link
                href={`/deliveries?search=${booking_id}`}
                className="rounded-sm text-[0.8125rem] font-normal underline underline-offset-2"
              >
                All its webhook deliveries
              </Link>
            </span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Payload({ delivery: { payload } }: DeliveryProps) {
  if (payload === null) {
    return (
      <Card title="Payload">
        <p className="text-muted">The payload was deleted at the end of its retention period.</p>
      </Card>
    );
  }
  const { text, isJson } = prettyJson(payload);
  return (
    <Card
      title="Payload"
      note="Formatted for reading. Copy returns the exact bytes that are signed and sent."
    >
      <CodeBlock title="Request body" code={text} isJson={isJson} copied={payload} maxHeight="tall" />
    </Card>
  );
}
