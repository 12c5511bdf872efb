// Page of one endpoint, with the views overview, test, recover, signing and settings. Each view has its own URL.
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { PortalEndpoint } from '../api.generated.ts';
import { healthLabels, splitUrl } from './endpoint-labels.ts';
import { EndpointName } from './endpoint-name.tsx';
import { EndpointNotice } from './endpoint-notices.tsx';
import { EndpointOverview } from './endpoint-overview.tsx';
import { useEndpoint } from './endpoint-queries.ts';
import { EndpointRecover } from './endpoint-recover.tsx';
import { EndpointSettings } from './endpoint-settings.tsx';
import { EndpointSigning } from './endpoint-signing.tsx';
import { EndpointTest } from './endpoint-test.tsx';

const views = {
  overview: { label: 'Overview', View: EndpointOverview },
  test: { label: 'Test', View: EndpointTest },
  recover: { label: 'Recover', View: EndpointRecover },
  signing: { label: 'Signing', View: EndpointSigning },
  settings: { label: 'Settings', View: EndpointSettings },
} as const;
type ViewName = keyof typeof views;

interface EndpointPageProps {
  readonly id: string;
  readonly view: string;
}

export function EndpointPage({ id, view }: EndpointPageProps) {
  const { data, error, refetch } = useEndpoint(id);
  if (!isView(view)) return <NotFoundPage />;
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="endpoint" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the endpoint" />
      </Card>
    );
  }
  const { View, label } = views[view];
  return (
    <>
      <EndpointHead endpoint={data} page={label} />
      <Views id={id} current={view} />
      {view !== 'settings' && <EndpointNotice endpoint={data} />}
      <View key={view} endpoint={data} />
    </>
  );
}

const isView = (name: string): name is ViewName => name in views;

function EndpointHead({ endpoint, page }: { readonly endpoint: PortalEndpoint; readonly page: string }) {
  const { label, tone } = healthLabels[endpoint.health];
  return (
    <PageHead
      title={`${page} · ${splitUrl(endpoint.url).host}`}
      back={{ href: '/', label: 'Endpoints' }}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-lg break-all">
            <EndpointName url={endpoint.url} />
          </span>
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
        </span>
      }
      lead={endpoint.description ?? undefined}
      actions={
        <span className="max-sm:hidden">
          <CopyButton look="quiet" text={endpoint.url} what="endpoint URL" label="Copy URL" />
        </span>
      }
    />
  );
}

function Views({ id, current }: { readonly id: string; readonly current: ViewName }) {
  return (
    <nav
      aria-label="Endpoint"
      className="-mx-4 flex gap-1 overflow-x-auto px-4 inset-shadow-[0_-1px_0_var(--line)] sm:mx-0 sm:px-0"
    >
      {Object.entries(views).map(([name, { label }]) => (
        <Link
          key={name}
          href={name === 'overview' ? `/endpoints/${id}` : `/endpoints/${id}/${name}`}
          aria-current={name === current ? 'page' : undefined}
          className={classNames(
            'border-b-2 px-1.5 py-2 font-medium whitespace-nowrap max-sm:text-[0.8125rem] sm:px-2.5 focus-visible:-outline-offset-2 pointer-coarse:py-3',
            name === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
