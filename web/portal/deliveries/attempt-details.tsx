// Details of one attempt: the response, then the request.

import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { curlCommand } from '../../ui/curl-command.ts';
import { prettyJson } from '../../ui/pretty-json.ts';
import { formatMilliseconds } from '../../ui/time-format.ts';
import type { PortalAttempt } from '../api.generated.ts';

interface AttemptDetailsProps {
  readonly attempt: PortalAttempt;
  readonly payload: string | null;
}

export function AttemptDetails({ attempt, payload }: AttemptDetailsProps) {
  const { request, response, remote_address, duration_ms } = attempt;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-[0.8125rem] text-muted tabular-nums">
        Duration {formatMilliseconds(duration_ms)}
        {remote_address !== null && (
          <>
            {' '}
            · connected to <code className="font-mono">{remote_address}</code>
          </>
        )}
      </p>
      {response !== null && <ResponseBody response={response} />}
      {response !== null && <Headers title="Response headers" headers={response.headers} />}
      <Headers title="Request headers" headers={request.headers} />
      {payload !== null && (
        <div>
          <CopyButton
            look="quiet"
            label="Copy as curl"
            what="this attempt"
            text={curlCommand(request, payload)}
          />
        </div>
      )}
    </div>
  );
}

function ResponseBody({ response }: { readonly response: NonNullable<PortalAttempt['response']> }) {
  const { body, is_base64, is_cut } = response;
  if (body === null || body === '')
    return <p className="text-[0.8125rem] text-muted">The response has no body.</p>;
  const { text, isJson } = is_base64 ? { text: body, isJson: false } : prettyJson(body);
  const marks = [is_base64 && 'binary, shown as base64', is_cut && 'truncated'].filter(Boolean);
  return (
    <CodeBlock
      title={['Response body', ...marks].join(' · ')}
      code={text}
      isJson={isJson}
      copied={body}
      maxHeight="short"
    />
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
}

function Headers({ title, headers }: HeadersProps) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details className="group/headers rounded-lg border">
      <summary className="px-3 py-1.5 text-[0.8125rem] font-medium text-muted marker:text-muted hover:text-ink">
        {title}
      </summary>
      <dl className="grid gap-x-4 gap-y-0.5 border-t bg-code p-3 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all max-sm:mb-1.5">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
