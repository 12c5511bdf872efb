// Root component of the portal: session state, providers and routes.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { lazyPage } from '../client/lazy-page.ts';
import { createSessionQueryClient } from '../client/session-query-client.ts';
import { Card } from '../ui/card.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import type { PortalSession } from './api.generated.ts';
import { CataloguePage } from './catalogue/catalogue-page.tsx';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { DeliveryPage } from './deliveries/delivery-page.tsx';
import { EndpointPage } from './endpoints/endpoint-page.tsx';
import { EndpointsPage } from './endpoints/endpoints-page.tsx';
import { NewEndpointPage } from './endpoints/new-endpoint-page.tsx';
import type { Arrival } from './entry/bootstrap.ts';
import { InvalidLinkPage, NoSessionPage, UnreachablePage } from './entry/closed-page.tsx';
import { callPortal } from './portal-api.ts';
import { NeedsReadScope } from './requests/needs-read-scope.tsx';
import { requestsHead } from './requests/requests-head.ts';
import { SessionContext } from './session-context.tsx';
import { Shell } from './shell.tsx';

const BookingPages = lazyPage(async () => (await import('./bookings/booking-pages.tsx')).BookingPages);

const StatementPages = lazyPage(
  async () => (await import('./statements/statement-pages.tsx')).StatementPages,
);

const RequestPages = lazyPage(async () => (await import('./requests/request-pages.tsx')).RequestPages);
const BrandingPage = lazyPage(async () => (await import('./branding/branding-page.tsx')).BrandingPage);
const PeoplePage = lazyPage(async () => (await import('./people/people-page.tsx')).PeoplePage);
const KeysPage = lazyPage(async () => (await import('./keys/keys-page.tsx')).KeysPage);

const statementsHead = { title: 'Statements', lead: 'What your organization was billed, by month.' } as const;
const bookingsHead = { title: 'Bookings', lead: 'Bookings of your organization.' } as const;

type View = Arrival | { readonly kind: 'ended'; readonly how: 'expired' | 'signed-out' };

export function PortalApp({ arrival }: { readonly arrival: Promise<Arrival> }) {
  const [view, setView] = useState<View | null>(null);
  const [isRetrying, setIsRetrying] = useState(false);
  useEffect(() => {
    void arrival.then(setView);
  }, [arrival]);

  if (view === null) return null;
  if (view.kind === 'here') {
    return <Inside session={view.session} onEnd={(how) => setView({ kind: 'ended', how })} />;
  }
  return (
    <Outside>
      {view.kind === 'spent-link' && (
        <InvalidLinkPage
          session={view.session}
          onContinue={(session) => setView({ kind: 'here', session })}
        />
      )}
      {view.kind === 'no-session' && <NoSessionPage hasEnded={null} />}
      {view.kind === 'ended' && <NoSessionPage hasEnded={view.how} />}
      {view.kind === 'unreachable' && (
        <UnreachablePage
          message={view.message}
          busy={isRetrying}
          onRetry={() => {
            setIsRetrying(true);
            void view
              .retry()
              .then(setView)
              .finally(() => setIsRetrying(false));
          }}
        />
      )}
    </Outside>
  );
}

/** Providers of the pages without a session. */
function Outside({ children }: { readonly children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}

interface InsideProps {
  readonly session: PortalSession;
  readonly onEnd: (how: 'expired' | 'signed-out') => void;
}

function Inside({ session, onEnd }: InsideProps) {
  // One query cache per session: cached data of one account must not survive into another session.
  const [client] = useState(() =>
    createSessionQueryClient(
      () => callPortal('/session'),
      () => onEnd('expired'),
    ),
  );
  const handle = useMemo(() => ({ session, end: onEnd }), [session, onEnd]);
  useEffect(() => {
    const timer = setTimeout(() => onEnd('expired'), Date.parse(session.expires_at) - Date.now());
    return () => clearTimeout(timer);
  }, [session, onEnd]);
  return (
    <QueryClientProvider client={client}>
      <SessionContext value={handle}>
        <ToastProvider>
          <Router base="/portal">
            <Shell>
              <Suspense fallback={<LoadingPage />}>
                <Pages />
              </Suspense>
            </Shell>
          </Router>
        </ToastProvider>
      </SessionContext>
    </QueryClientProvider>
  );
}

function LoadingPage() {
  return (
    <Card isFlush>
      <SkeletonRows rows={6} label="Loading the page" />
    </Card>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <EndpointsPage />
      </Route>
      <Route path="/endpoints">
        <Redirect to="/" replace />
      </Route>
      <Route path="/endpoints/new">
        <NewEndpointPage />
      </Route>
      <Route path="/endpoints/:id/:view?">
        {({ id, view }) => <EndpointPage key={id} id={id} view={view ?? 'overview'} />}
      </Route>
      <Route path="/deliveries">
        <DeliveriesPage />
      </Route>
      <Route path="/deliveries/:id">{({ id }) => <DeliveryPage key={id} id={id} />}</Route>
      <Route path="/keys">
        <KeysPage />
      </Route>
      <Route path="/people">
        <PeoplePage />
      </Route>
      <Route path="/branding">
        <BrandingPage />
      </Route>
      <Route path="/bookings/*?">
        <NeedsReadScope head={bookingsHead}>
          <BookingPages />
        </NeedsReadScope>
      </Route>
      <Route path="/statements/*?">
        <NeedsReadScope head={statementsHead}>
          <StatementPages />
        </NeedsReadScope>
      </Route>
      <Route path="/requests/:id?">
        <NeedsReadScope head={requestsHead}>
          <RequestPages />
        </NeedsReadScope>
      </Route>
      <Route path="/events/:type?">{({ type }) => <CataloguePage type={type} />}</Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
