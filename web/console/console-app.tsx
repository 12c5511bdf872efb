// Root component of the console: session state, access by role, and routing.
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { type LazyPage, lazyPage } from '../client/lazy-page.ts';
import { createSessionQueryClient } from '../client/session-query-client.ts';
import { StepUpProvider } from '../step-up/step-up-provider.tsx';
import { Button } from '../ui/button.tsx';
import { CenteredPage } from '../ui/centered-page.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import type { OperatorSession } from './api.ts';
import { type Arrival, arrive } from './bootstrap.ts';
import { places } from './navigation.tsx';
import { callOperator } from './operator-api.ts';
import { hasRole, SessionContext, useSession } from './session-context.tsx';
import { Shell } from './shell/shell.tsx';
import { InvalidLinkPage, JoinPage, ResetPage } from './sign-in/link-page.tsx';
import { RequiredFactorPage } from './sign-in/required-second-factor-page.tsx';
import { type Reason, SignInPage } from './sign-in/sign-in-page.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

type View =
  | Exclude<Arrival, { readonly kind: 'signed-out' }>
  | { readonly kind: 'sign-in'; readonly reason: Reason };

export function ConsoleApp({ arrival }: { readonly arrival: Promise<Arrival> }) {
  const [view, setView] = useState<View | null>(null);
  const show = useCallback((next: Arrival) => {
    // A transition renders in short tasks.
    startTransition(() => setView(next.kind === 'signed-out' ? { kind: 'sign-in', reason: null } : next));
  }, []);
  useEffect(() => {
    void arrival.then(show);
  }, [arrival, show]);
  const signIn = useCallback((reason: Reason) => setView({ kind: 'sign-in', reason }), []);

  function enter(session: OperatorSession): void {
    setView({ kind: 'signed-in', session });
  }

  if (view === null) return null;
  switch (view.kind) {
    case 'signed-in':
      return (
        <SignedInApp key={view.session.csrf_token} session={view.session} onEnter={enter} onEnd={signIn} />
      );
    case 'link':
      return view.link.facts.purpose === 'invitation' ? (
        <JoinPage link={view.link} onJoin={enter} />
      ) : (
        <ResetPage link={view.link} onReset={() => signIn('password-changed')} />
      );
    case 'invalid-link':
      return <InvalidLinkPage onContinue={() => void arrive(null).then(show)} />;
    case 'unreachable':
      return <UnreachablePage view={view} onArrive={show} />;
    case 'sign-in':
      return <SignInPage reason={view.reason} onEnter={enter} />;
    default:
      return view satisfies never;
  }
}

interface UnreachablePageProps {
  readonly view: Extract<Arrival, { readonly kind: 'unreachable' }>;
  readonly onArrive: (arrival: Arrival) => void;
}

function UnreachablePage({ view, onArrive }: UnreachablePageProps) {
  const [busy, setBusy] = useState(false);
  function retry(): void {
    setBusy(true);
    void view
      .retry()
      .then(onArrive)
      .finally(() => setBusy(false));
  }
  return (
    <CenteredPage title="Cannot reach the server" icon="alert">
      <p role="alert">{view.message}</p>
      <div>
        <Button look="primary" icon="refresh" busy={busy} onClick={retry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  );
}

interface SignedInAppProps {
  readonly session: OperatorSession;
  readonly onEnter: (session: OperatorSession) => void;
  readonly onEnd: (how: 'expired' | 'signed-out') => void;
}

function SignedInApp({ session, onEnter, onEnd }: SignedInAppProps) {
  // One client per session, so that cached data does not outlive the session.
  const [client] = useState(() =>
    createSessionQueryClient(
      () => callOperator('/session'),
      () => onEnd('expired'),
    ),
  );
  const handle = useMemo(() => ({ session, end: onEnd }), [session, onEnd]);
  return (
    <QueryClientProvider client={client}>
      <SessionContext value={handle}>
        <ToastProvider>
          <StepUpProvider
            dialog={(props) => <StepUpDialog {...props} />}
            refusal="Nothing was changed: you did not confirm that it is you."
          >
            <Router base="/console">
              {session.second_factor === 'required' ? (
                <RequiredFactorPage
                  onDone={() => onEnter({ ...session, second_factor: 'on', second_factor_due_at: null })}
                />
              ) : (
                <Shell>
                  <Pages />
                </Shell>
              )}
            </Router>
          </StepUpProvider>
        </ToastProvider>
      </SessionContext>
    </QueryClientProvider>
  );
}

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage);

function PageFrame({ page: Page }: { readonly page: LazyPage }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={6} label="Loading the page" />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

function Pages() {
  const { role } = useSession().session.operator;
  const allowed = places.filter((place) => hasRole(role, place.role));
  return (
    <Switch>
      <Route path="/">
        <Redirect to={allowed[0]?.path ?? '/nothing'} replace />
      </Route>
      {/* Plans belong to the board, where they are started. */}
      <Route path="/plans/:id?">
        {({ id }) => <Redirect to={id ? `/board/plans/${id}` : '/board'} replace />}
      </Route>
      <Route path="/account">
        <PageFrame page={AccountPage} />
      </Route>
      {allowed.map(({ path, page }) => (
        <Route key={path} path={`${path}/*?`}>
          <PageFrame key={path} page={page} />
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
}
