// Banners for endpoints that are failing or disabled, with what to do.
import type { ComponentProps, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DueTime, RelativeTime } from '../../ui/relative-time.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useNow } from '../../ui/use-now.ts';
import type { PortalEndpoint } from '../api.generated.ts';
import { shortUrl } from './endpoint-labels.ts';
import { useEndpoints } from './endpoint-queries.ts';

const FAILING_LONG_MS = 60 * 60_000;
const MAX_SHOWN = 2;

/** Endpoints that need the partner: disabled automatically, or failing for longer than FAILING_LONG_MS. */
export function useEndpointsNeedingAttention(): readonly PortalEndpoint[] {
  const { data } = useEndpoints();
  const now = useNow();
  return (data ?? []).filter((endpoint) => needsAttention(endpoint, now));
}

export function EndpointNotices() {
  const endpoints = useEndpointsNeedingAttention();
  if (endpoints.length === 0) return null;
  return (
    <section aria-label="Endpoints that need attention" className="grid gap-2.5">
      {endpoints.slice(0, MAX_SHOWN).map((endpoint) => (
        <EndpointNotice key={endpoint.id} endpoint={endpoint} />
      ))}
      {endpoints.length > MAX_SHOWN && (
        <p className="px-1 font-medium text-danger">
          {endpoints.length - MAX_SHOWN} more{' '}
          {endpoints.length - MAX_SHOWN === 1 ? 'endpoint needs' : 'endpoints need'} attention.
        </p>
      )}
    </section>
  );
}

function needsAttention({ disabled, disabled_reason, failing_since }: PortalEndpoint, now: number): boolean {
  if (disabled) return disabled_reason !== 'manual';
  return failing_since !== null && now - Date.parse(failing_since) > FAILING_LONG_MS;
}

interface EndpointNoticeProps {
  readonly endpoint: PortalEndpoint;
}

export function EndpointNotice({ endpoint }: EndpointNoticeProps) {
  if (!endpoint.disabled)
    return endpoint.failing_since === null ? null : <FailingNotice endpoint={endpoint} />;
  return endpoint.disabled_reason === 'manual' ? (
    <ManuallyDisabledNotice endpoint={endpoint} />
  ) : (
    <DisabledNotice endpoint={endpoint} />
  );
}

function FailingNotice({ endpoint: { id, url, failing_since, paused_until } }: EndpointNoticeProps) {
  const now = useNow();
  const failingMs = now - Date.parse(failing_since ?? '');
  return (
    <Notice
      tone={failingMs > FAILING_LONG_MS ? 'bad' : 'warn'}
      title={`${shortUrl(url)} has been failing for ${englishTimes.duration(failingMs)}`}
      actions={
        <>
          <ButtonLink size="small" href={`/deliveries?endpoint=${id}&status=pending`}>
            View failing deliveries
          </ButtonLink>
          <LinkElsewhere size="small" look="primary" href={`/endpoints/${id}/test`}>
            Send a test event
          </LinkElsewhere>
        </>
      }
    >
      {paused_until !== null && (
        <>
          Next attempt <DueTime at={paused_until} />.{' '}
        </>
      )}
      Deliveries are retried for about three days. After five days without a success the endpoint is disabled.
    </Notice>
  );
}

function DisabledNotice({ endpoint: { id, url, disabled_reason, disabled_at } }: EndpointNoticeProps) {
  return (
    <Notice
      tone="bad"
      title={<TitleWithTime what={`${shortUrl(url)} was disabled`} time={disabled_at} />}
      actions={
        <LinkElsewhere look="primary" size="small" href={`/endpoints/${id}/recover`}>
          Enable and recover
        </LinkElsewhere>
      }
    >
      {disabled_reason === 'gone'
        ? 'It responded with 410 Gone, which asks us to stop. '
        : 'No delivery succeeded for five days. '}
      No events are lost: fix the receiver, enable the endpoint, then recover the missed deliveries.
    </Notice>
  );
}

function ManuallyDisabledNotice({ endpoint: { id, disabled_at, held } }: EndpointNoticeProps) {
  if (held) {
    return (
      <Notice tone="warn" title={<TitleWithTime what="Waybill disabled this endpoint" time={disabled_at} />}>
        No events are sent to it, and only Waybill can enable it. Ask your contact at Waybill.
      </Notice>
    );
  }
  return (
    <Notice
      tone="quiet"
      title={<TitleWithTime what="You disabled this endpoint" time={disabled_at} />}
      actions={
        <ButtonLink size="small" href={`/endpoints/${id}/settings`}>
          Enable endpoint
        </ButtonLink>
      }
    >
      No events are sent to it. You can recover the missed ones after you enable it.
    </Notice>
  );
}

/** A link to the page on which it stands would do nothing. */
function LinkElsewhere(props: ComponentProps<typeof ButtonLink>) {
  const [path] = useLocation();
  return path === props.href ? null : <ButtonLink {...props} />;
}

function TitleWithTime({ what, time }: { readonly what: string; readonly time: string | null }): ReactNode {
  return (
    <>
      {what} {time !== null && <RelativeTime at={time} tip="start" />}
    </>
  );
}
