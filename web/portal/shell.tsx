// Layout of the portal: account, navigation, state of the SSE connection, footer.
import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { type LiveState, useLiveStream } from '../client/live-stream.ts';
import { BrandLogo, BrandMark, SandboxPill } from '../ui/brand.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ConnectionLostNotice } from '../ui/connection-lost-notice.tsx';
import { Icon } from '../ui/icon.tsx';
import { LiveBadge } from '../ui/live-badge.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { useLook } from './branding/branding-queries.ts';
import { useEndpointsNeedingAttention } from './endpoints/endpoint-notices.tsx';
import { portalStream } from './portal-stream.ts';
import { useSession, useWrite } from './session-context.tsx';
import { mayRead } from './session-scopes.ts';

export function Shell({ children }: { readonly children: ReactNode }) {
  const live = useLiveStream(portalStream);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <SkipLink />
      <Header live={live.state} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-5 pb-12 outline-none sm:px-6 sm:pt-7"
      >
        {live.state === 'reconnecting' && <ConnectionLostNotice onRetry={live.reconnect} />}
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Header({ live }: { readonly live: LiveState }) {
  const { session, end } = useSession();
  const look = useLook(session);
  const write = useWrite();
  const signOut = useMutation({
    mutationFn: () => write('DELETE', '/session'),
    onSettled: () => end('signed-out'),
  });
  return (
    <header className="border-b bg-paper/85 backdrop-blur-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-3 px-4 pt-3 sm:px-6">
        {look?.stylesheet && <link rel="stylesheet" href={look.stylesheet} precedence="high" />}
        {look?.logo ? <BrandLogo {...look.logo} /> : <BrandMark className="size-7 flex-none" />}
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
          <span className="font-bold tracking-tight max-sm:sr-only">Waybill</span>
          <span aria-hidden="true" className="text-muted max-sm:hidden">
            /
          </span>
          <span className="min-w-0 truncate font-medium">{session.account.name}</span>
          {session.environment === 'sandbox' && <SandboxPill />}
        </p>
        <div className="flex items-center gap-1">
          <LiveBadge state={live} />
          <ThemeSwitch />
          {session.member !== null && <SignedInAs {...session.member} />}
          <IconButton
            icon="leave"
            label="Sign out"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate()}
          />
        </div>
        <Navigation />
      </div>
    </header>
  );
}

/** On narrow screens the name does not fit: the icon stands for it, and the tooltip has both. */
function SignedInAs({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <p className="flex items-center gap-1.5 px-1.5 text-[0.8125rem] text-muted" title={email}>
      <Icon name="user" />
      <span className="sr-only">Signed in as </span>
      <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
      <span className="sr-only">, {email}</span>
    </p>
  );
}

/** First what an office works with, then what developers work with. */
const navigationItems = [
  { href: '/bookings', label: 'Bookings', pattern: /^\/bookings/ },
  { href: '/statements', label: 'Statements', pattern: /^\/statements/ },
  { href: '/branding', label: 'Branding', pattern: /^\/branding/ },
  { href: '/people', label: 'People', pattern: /^\/people/ },
  { href: '/', label: 'Endpoints', pattern: /^\/($|endpoints)/ },
  { href: '/deliveries', label: 'Webhook deliveries', pattern: /^\/deliveries/ },
  { href: '/events', label: 'Event catalog', pattern: /^\/events/ },
  { href: '/requests', label: 'Requests', pattern: /^\/requests/ },
  { href: '/keys', label: 'API clients', pattern: /^\/keys/ },
];

const needsRead = new Set(['/bookings', '/statements', '/requests']);

function Navigation() {
  const [path] = useLocation();
  const { session } = useSession();
  const items = navigationItems.filter(
    ({ href }) =>
      (!needsRead.has(href) || mayRead(session)) &&
      (href !== '/branding' || session.account.kind === 'organization') &&
      (href !== '/people' || session.manages_people) &&
      (href !== '/keys' || session.member?.role !== 'member'),
  );
  const attentionCount = useEndpointsNeedingAttention().length;
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry changes with the path
  useEffect(() => {
    const current = ref.current?.querySelector<HTMLElement>('[aria-current]');
    // Not `scrollIntoView`: it would scroll the page too.
    if (current && ref.current)
      ref.current.scrollLeft = current.offsetLeft - (ref.current.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return (
    // One row that scrolls sideways where it is wider than the screen. The negative margin extends it to both edges.
    <nav
      ref={ref}
      aria-label="Portal"
      className="relative -mx-4 mt-2 -mb-px flex w-[calc(100%+2rem)] gap-x-1 overflow-x-auto px-3 [scrollbar-width:none] sm:-mx-6 sm:w-[calc(100%+3rem)] sm:gap-x-2 sm:px-5"
    >
      {items.map(({ href, label, pattern }) => {
        const isHere = pattern.test(path);
        return (
          <Fragment key={href}>
            {href === '/' && <span aria-hidden="true" className="my-2 w-px flex-none bg-line" />}
            <Link
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className={classNames(
                'flex-none rounded-t-sm border-b-2 px-2 pt-1.5 pb-2 font-medium whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:pb-3',
                isHere ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
              {href === '/' && attentionCount > 0 && (
                <span className="ml-1.5 rounded-full bg-danger px-1.5 py-px text-[0.6875rem] font-semibold text-card tabular-nums">
                  {attentionCount}
                  <span className="sr-only"> need attention</span>
                </span>
              )}
            </Link>
          </Fragment>
        );
      })}
    </nav>
  );
}

function Footer() {
  const { session } = useSession();
  return (
    // Hidden while a list loads: the list would move it, which is a layout shift.
    <footer className="mx-auto flex max-w-6xl flex-wrap gap-x-4 gap-y-1 px-4 pb-6 text-xs text-muted sm:px-6 [main:has([data-skeleton])+&]:hidden">
      <a href="/docs" className="underline underline-offset-2 hover:text-ink">
        Guides
      </a>
      <a href="/docs/reference" className="underline underline-offset-2 hover:text-ink">
        API reference
      </a>
      {!mayRead(session) && (
        <span>
          Bookings, statements and the request log are hidden: the access token that opened the portal lacks
          the scope org:read.
        </span>
      )}
      <span>Webhook deliveries and events are kept for {session.retention_days} days.</span>
      {session.environment === 'sandbox' && <span>This is the sandbox: bookings are simulated.</span>}
    </footer>
  );
}
