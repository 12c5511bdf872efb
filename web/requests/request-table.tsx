// Table of logged requests. On narrow screens the less important columns move to the second line of a row.
import { Link } from 'wouter';
import type { LoggedRequest } from '../portal/api.generated.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { formatMilliseconds } from '../ui/time-format.ts';
import { StatusBadge } from './status-badge.tsx';

interface RequestTableProps<Request extends LoggedRequest> {
  readonly requests: readonly Request[];
  /** Organization of each request; set where the log covers several. */
  readonly ownerOf?: (request: Request) => string;
}

const head =
  'eyebrow border-b px-2 py-2 text-left whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';
const cell = 'px-2 py-2.5 align-baseline first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5';

export function RequestTable<Request extends LoggedRequest>({
  requests,
  ownerOf,
}: RequestTableProps<Request>) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">Requests, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} w-20`}>
            Status
          </th>
          <th scope="col" className={head}>
            Request
          </th>
          {ownerOf && (
            <th scope="col" className={`${head} w-44 max-lg:hidden`}>
              Organization
            </th>
          )}
          <th scope="col" className={`${head} w-52 max-md:hidden`}>
            Result
          </th>
          <th scope="col" className={`${head} w-24 text-right max-md:hidden`}>
            Duration
          </th>
          <th scope="col" className={`${head} w-22 text-right sm:w-28`}>
            Time
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {requests.map((request) => (
          <Row key={request.id} request={request} owner={ownerOf?.(request)} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly request: LoggedRequest;
  readonly owner: string | undefined;
}

function Row({ request, owner }: RowProps) {
  const { id, method, path, status, duration_ms, at } = request;
  const result = formatResult(request);
  return (
    <tr className="group relative hover:bg-hover">
      <td className={cell}>
        <StatusBadge status={status} />
      </td>
      <td className={`${cell} min-w-0`}>
        <Link
          href={`/requests/${id}`}
          className="block truncate rounded-sm font-mono text-[0.8125rem] after:absolute after:inset-0 group-hover:underline"
        >
          <span className="font-semibold">{method}</span> {path}
        </Link>
        <span className="block truncate text-xs text-muted md:hidden">
          {[result, formatMilliseconds(duration_ms)].filter(Boolean).join(' · ')}
        </span>
        {owner !== undefined && <span className="block truncate text-xs text-muted lg:hidden">{owner}</span>}
      </td>
      {owner !== undefined && <td className={`${cell} truncate max-lg:hidden`}>{owner}</td>}
      <td className={`${cell} truncate text-[0.8125rem] max-md:hidden`} title={result}>
        {result || <span className="text-muted">–</span>}
      </td>
      <td className={`${cell} text-right text-[0.8125rem] tabular-nums max-md:hidden`}>
        {formatMilliseconds(duration_ms)}
      </td>
      <td className={`${cell} text-right text-[0.8125rem] text-muted`}>
        <span className="relative z-10">
          <RelativeTime at={at} isInList tip="end" />
        </span>
      </td>
    </tr>
  );
}

/** Error code, or a note about a replayed response; empty if the status says everything. */
function formatResult({ error_code, error_param, replayed }: LoggedRequest): string {
  if (error_code !== null) return error_param === null ? error_code : `${error_code}: ${error_param}`;
  return replayed ? 'replayed response' : '';
}
