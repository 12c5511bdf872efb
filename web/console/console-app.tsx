// The console as a whole: who is there, what they may see, and which page is open.
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import type { OperatorSession } from '../../src/features/console/session/session-wire.ts';
import { createQueryClient } from '../client/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Entrance } from '../ui/entrance.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import type { Arrival } from './arrive.ts';
import { places } from './places.tsx';
import { mayActAs, SessionContext, useSession } from './session-context.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

type View = Arrival | { readonly kind: 'ended'; readonly how: 'expired' | 'signed-out' };

export function ConsoleApp({ arrival }: { readonly arrival: Promise<Arrival> }) {
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    void arrival.then(setView);
  }, [arrival]);
  if (view === null) return null;
  if (view.kind === 'here')
    return (
      <Inside
        key={view.session.csrf_token}
        session={view.session}
        onEnd={(how) => setView({ kind: 'ended', how })}
      />
    );
  if (view.kind === 'unreachable') return <Unreachable view={view} onArrive={setView} />;
  return (
    <SignInPage
      ended={view.kind === 'ended' ? view.how : null}
      onEnter={(session) => setView({ kind: 'here', session })}
    />
  );
}

interface UnreachableProps {
  readonly view: Extract<Arrival, { readonly kind: 'unreachable' }>;
  readonly onArrive: (arrival: Arrival) => void;
}

function Unreachable({ view, onArrive }: UnreachableProps) {
  const [busy, setBusy] = useState(false);
  function retry(): void {
    setBusy(true);
    void view
      .retry()
      .then(onArrive)
      .finally(() => setBusy(false));
  }
  return (
    <Entrance title="We cannot get through" icon="alert">
      <p role="alert">{view.message}</p>
      <div>
        <Button look="primary" icon="refresh" busy={busy} onClick={retry}>
          Try again
        </Button>
      </div>
    </Entrance>
  );
}

interface InsideProps {
  readonly session: OperatorSession;
  readonly onEnd: (how: 'expired' | 'signed-out') => void;
}

function Inside({ session, onEnd }: InsideProps) {
  // Made once per session; what it knows must not outlive it.
  const [client] = useState(() => createQueryClient(() => onEnd('expired')));
  const handle = useMemo(() => ({ session, end: onEnd }), [session, onEnd]);
  return (
    <QueryClientProvider client={client}>
      <SessionContext value={handle}>
        <ToastProvider>
          <Router base="/console">
            <Shell>
              <Pages />
            </Shell>
          </Router>
        </ToastProvider>
      </SessionContext>
    </QueryClientProvider>
  );
}

function Pages() {
  const { role } = useSession().session.operator;
  const open = places.filter((place) => mayActAs(role, place.role));
  return (
    <Switch>
      <Route path="/">
        <Redirect to={open[0]?.path ?? '/nothing'} replace />
      </Route>
      {open.map(({ path, page: Page }) => (
        <Route key={path} path={`${path}/*?`}>
          <ErrorBoundary key={path}>
            <Suspense fallback={<SkeletonRows rows={6} label="Loading the page" />}>
              <Page />
            </Suspense>
          </ErrorBoundary>
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
