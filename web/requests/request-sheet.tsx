// Details of one logged request: metadata, request, response, and a curl command to repeat it.
import type { ReactNode } from 'react';
import type { RequestDetail } from '../portal/api.generated.ts';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { curlCommand } from '../ui/curl-command.ts';
import { prettyJson } from '../ui/pretty-json.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { formatMilliseconds } from '../ui/time-format.ts';

interface RequestSheetProps {
  readonly request: RequestDetail;
  readonly apiUrl: string;
  /** Additional `Fact` entries, for example the organization. */
  readonly facts?: ReactNode;
  /** Renders a link to the booking. */
  readonly bookingLink: (bookingId: string) => ReactNode;
}

export function RequestSheet({ request, apiUrl, facts, bookingLink }: RequestSheetProps) {
  const { at, duration_ms, request_id, client_id, scopes, ip_prefix, booking_id, error_code, error_param } =
    request;
  return (
    <>
      <Card>
        <dl className="grid gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
          <Fact name="Time">
            <RelativeTime at={at} tip="start" />
          </Fact>
          <Fact name="Duration">{formatMilliseconds(duration_ms)}</Fact>
          {facts}
          <Fact name="Request id">
            <Code>{request_id}</Code>
          </Fact>
          {booking_id !== null && <Fact name="Booking">{bookingLink(booking_id)}</Fact>}
          {error_code !== null && (
            <Fact name="Error code">
              <a href={`/docs/errors#${error_code}`} className="rounded-sm underline underline-offset-2">
                <Code>{error_code}</Code>
              </a>
            </Fact>
          )}
          {error_param !== null && (
            <Fact name="Parameter">
              <Code>{error_param}</Code>
            </Fact>
          )}
          {request.replayed && <Fact name="Idempotency">Replayed response of the first request</Fact>}
          <Fact name="API client">
            <Code>{client_id}</Code>
          </Fact>
          <Fact name="Scopes">{scopes.join(' ')}</Fact>
          {ip_prefix !== '' && <Fact name="IP prefix">{ip_prefix}</Fact>}
        </dl>
      </Card>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <RequestCard request={request} apiUrl={apiUrl} />
        <Card title="Response" note={describeBodyStorage(request.response_body, request.response_bytes)}>
          <Body title="Response body" text={request.response_body} isCut={request.response_is_cut} />
        </Card>
      </div>
    </>
  );
}

function RequestCard({ request, apiUrl }: Pick<RequestSheetProps, 'request' | 'apiUrl'>) {
  const { method, path, headers, request_body } = request;
  const curl = curlCommand(
    {
      url: apiUrl + path,
      method,
      headers: { authorization: 'Bearer $TOKEN', ...repeatableHeaders(headers) },
    },
    request_body,
  ).replace(`'authorization: Bearer $TOKEN'`, `"authorization: Bearer $TOKEN"`);
  return (
    <Card title="Request" note={describeBodyStorage(request_body, request.request_bytes)}>
      <div className="grid gap-3">
        <dl className="grid gap-1 font-mono text-xs">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{name}:</dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
        <Body title="Request body" text={request_body} isCut={request.request_is_cut} />
        <CodeBlock title="Repeat with curl (replace masked values)" code={curl} maxHeight="short" />
      </div>
    </Card>
  );
}

/** Headers of the curl command. Drops the idempotency key: only its prefix is stored, and a new call needs a new one. */
function repeatableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const repeated = Object.entries(headers).filter(([name]) => ['accept', 'content-type'].includes(name));
  return Object.fromEntries(repeated);
}

interface BodyProps {
  readonly title: string;
  readonly text: string | null;
  readonly isCut: boolean;
}

function Body({ title, text, isCut }: BodyProps) {
  if (text === null) return null;
  const pretty = prettyJson(text);
  return (
    <>
      <CodeBlock title={title} code={pretty.text} isJson={pretty.isJson} maxHeight="tall" />
      {isCut && (
        <p className="mt-2 text-[0.8125rem] text-muted">
          Truncated: only the beginning of a long body is stored.
        </p>
      )}
    </>
  );
}

function describeBodyStorage(body: string | null, bytes: number | null): string {
  if (body !== null) return 'Personal data and secrets are masked before they are stored.';
  return bytes === null
    ? 'No body stored. Bodies are stored for writes and errors, not for successful reads.'
    : `The body (${bytes.toLocaleString('en')} bytes) is not JSON and is not stored.`;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-[0.8125rem] break-all">{children}</code>;
}
