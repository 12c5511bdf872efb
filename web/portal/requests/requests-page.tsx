// Request log of the account, newest first. The filters are in the URL.
import { useSearchParams } from 'wouter';
import { RequestFilterBar } from '../../requests/request-filter-bar.tsx';
import {
  type RequestFilters,
  readRequestFilters,
  writeRequestFilters,
} from '../../requests/request-filters.ts';
import { RequestLog } from '../../requests/request-log.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useRequests } from './request-queries.ts';
import { requestsHead } from './requests-head.ts';

export function RequestsPage() {
  const [params, setParams] = useSearchParams();
  const filters = readRequestFilters(params);
  const set = (next: RequestFilters) => setParams(writeRequestFilters(next), { replace: true });
  return (
    <>
      <PageHead {...requestsHead} />
      <RequestFilterBar filters={filters} onChange={set} />
      <RequestLog
        query={useRequests(filters)}
        isFiltered={Object.keys(filters).length > 0}
        onClear={() => set({})}
        first={{
          text: 'The quickstart shows the first one.',
          link: (
            <a href="/docs/quickstart" className={buttonClass('quiet', 'medium')}>
              Read the quickstart
            </a>
          ),
        }}
      />
    </>
  );
}
