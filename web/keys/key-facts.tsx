// Facts of an API client: its id, what it may do, when it was last used, and its secrets.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ApiKey } from '../portal/api.generated.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { formatPermissions, formatScope } from './scope-options.ts';

interface KeyFactsProps {
  readonly client: ApiKey;
  /** The client whose portal session created this one; null if there is none or it was deleted. */
  readonly origin: ApiKey | null;
}

export function KeyFacts({ client, origin }: KeyFactsProps) {
  const { name, client_id, scopes, created_at, last_used_at, created_by_client_id, created_by_member } =
    client;
  const creator = created_by_member ?? (created_by_client_id && (origin?.name ?? created_by_client_id));
  return (
    <dl className="grid gap-x-5 gap-y-1 text-[0.8125rem] sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <Fact label="Client id">
        <span className="flex items-center gap-1">
          <code className="min-w-0 font-mono break-all">{client_id}</code>
          <CopyButton text={client_id} what={`client id of ${name}`} />
        </span>
      </Fact>
      <Fact label="Permissions">
        {scopes.map((scope) => (
          <span key={scope} className="block">
            <span className="font-medium">{formatScope(scope)}</span>
            <span className="text-muted">{formatPermissions(scope)}</span>
          </span>
        ))}
      </Fact>
      <Fact label="Last use">
        {last_used_at === null ? (
          <span className="text-muted">Never: no program has sent a request with it yet</span>
        ) : (
          <>
            <RelativeTime at={last_used_at} tip="start" />
            <span className="text-muted"> · Tokens lists the addresses · </span>
            <Link href={`/requests?search=${client_id}`} className="underline underline-offset-2">
              Requests<span className="sr-only"> of {name}</span>
            </Link>
          </>
        )}
      </Fact>
      <Fact label="Created">
        <RelativeTime at={created_at} tip="start" />
        {creator && <span className="text-muted"> · created in the portal by {creator}</span>}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 max-sm:mb-1.5">{children}</dd>
    </>
  );
}
