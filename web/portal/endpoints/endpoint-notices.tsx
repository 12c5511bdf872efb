// Banners over every page for endpoints that need somebody: what happened, and the way out.
import { useLocation } from 'wouter';
import type { PortalEndpoint } from '../../../src/features/webhooks/portal-wire.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useEndpoints } from './endpoint-queries.ts';
import { splitUrl } from './endpoint-words.ts';

const FAILING_LONG_MS = 60 * 60_000;

export function EndpointNotices() {
  const { data } = useEndpoints();
  const [path] = useLocation();
  const open = /^\/endpoints\/([^/]+)/.exec(path)?.[1];
  // On an endpoint's own pages only its own trouble is the subject, and there it is told at length.
  const troubled = (data ?? []).filter((endpoint) => needsSomebody(endpoint) && open === undefined);
  if (troubled.length === 0) return null;
  return (
    <section aria-label="Endpoints that need attention" className="grid gap-2.5">
      {troubled.map((endpoint) => (
        <EndpointNotice key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  );
}

function needsSomebody({ disabled, disabled_reason, failing_since }: PortalEndpoint): boolean {
  if (disabled) return disabled_reason !== 'manual';
  return failing_since !== null && Date.now() - Date.parse(failing_since) > FAILING_LONG_MS;
}

export function EndpointNotice({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const { id, url, disabled_reason, disabled_at, failing_since, paused_until } = endpoint;
  const { host } = splitUrl(url);
  const since = disabled_at ?? failing_since;
  if (endpoint.disabled && disabled_reason === 'manual') {
    return (
      <Notice
        tone="quiet"
        title={<>This endpoint is disabled {disabled_at !== null && <RelativeTime at={disabled_at} />}</>}
        actions={
          <ButtonLink size="small" href={`/endpoints/${id}/settings`}>
            Enable it
          </ButtonLink>
        }
      >
        Nothing is sent to it. What happens meanwhile can be recovered once it is enabled.
      </Notice>
    );
  }
  if (endpoint.disabled) {
    return (
      <Notice
        tone="bad"
        title={
          <>
            {host} was disabled {disabled_at !== null && <RelativeTime at={disabled_at} />}
          </>
        }
        actions={
          <ButtonLink look="primary" size="small" href={`/endpoints/${id}/settings`}>
            Enable and recover
          </ButtonLink>
        }
      >
        {disabled_reason === 'gone'
          ? 'It answered 410 Gone, which means: stop sending. '
          : 'Nothing got through for five days. '}
        Nothing is lost: mend the receiver, enable the endpoint, then recover what it missed.
      </Notice>
    );
  }
  if (since === null) return null;
  return (
    <Notice
      tone={paused_until === null ? 'warn' : 'bad'}
      title={
        <>
          {host} has been failing since <RelativeTime at={since} />
        </>
      }
      actions={
        <>
          <ButtonLink size="small" href={`/deliveries?endpoint=${id}&status=pending`}>
            See what fails
          </ButtonLink>
          <ButtonLink size="small" look="primary" href={`/endpoints/${id}/test`}>
            Send a test
          </ButtonLink>
        </>
      }
    >
      {paused_until !== null && (
        <>
          After many failures in a row we wait until <RelativeTime at={paused_until} /> before the next try.{' '}
        </>
      )}
      Each delivery is tried again for about three days. Without a success in five days the endpoint is
      disabled.
    </Notice>
  );
}
