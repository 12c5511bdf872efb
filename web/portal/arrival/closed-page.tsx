// The pages of those who are not inside: the link is spent, the session has ended, the server is away.
import { type ReactNode, useEffect } from 'react';
import type { PortalSession } from '../../../src/features/webhooks/portal-wire.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

interface FrameProps {
  readonly title: string;
  readonly icon: IconName;
  readonly children: ReactNode;
}

function Frame({ title, icon, children }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="flex items-center gap-2.5 px-5 py-5 sm:px-8">
        <BrandMark />
        <span className="text-lg font-bold tracking-tight">Waybill</span>
      </header>
      <main className="grid grid-cols-[minmax(0,30rem)] content-start justify-center px-3 pb-8 sm:content-center">
        <div className="rounded-[1.125rem] border bg-card p-5 text-base shadow-float sm:p-8">
          <span className="mb-4 grid size-12 place-items-center rounded-full bg-signal-tint text-signal">
            <Icon name={icon} className="size-6" />
          </span>
          <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance">{title}</h1>
          <div className="mt-2 grid min-w-0 gap-4 text-muted">{children}</div>
        </div>
      </main>
    </div>
  );
}

function HowToGetALink() {
  const call = `curl ${location.origin}/webhooks/portal \\\n  -H "Authorization: Bearer $WAYBILL_TOKEN"`;
  return (
    <div className="mt-1 grid min-w-0 gap-3 border-t-2 border-dashed pt-5">
      <p className="font-semibold text-ink">Get a new link</p>
      <p>
        Open the portal again from your own application, or ask the API for a fresh link and open the{' '}
        <code className="font-mono text-sm text-ink">portal_url</code> it answers with:
      </p>
      <CodeBlock title="Ask for a new link" code={call} />
    </div>
  );
}

interface SpentLinkPageProps {
  readonly session: PortalSession | null;
  readonly onContinue: (session: PortalSession) => void;
}

export function SpentLinkPage({ session, onContinue }: SpentLinkPageProps) {
  return (
    <Frame title="This link no longer works" icon="key">
      <p>A portal link opens once, within ten minutes. This one was already used, or is too old.</p>
      {session !== null && (
        <div className="grid gap-3 rounded-xl border p-4">
          <p>
            In this browser you are still signed in for{' '}
            <strong className="text-ink">{session.account.name}</strong>.
          </p>
          <Button look="primary" className="whitespace-normal!" onClick={() => onContinue(session)}>
            Continue to {session.account.name}
          </Button>
        </div>
      )}
      <HowToGetALink />
    </Frame>
  );
}

export function NoSessionPage({ hasEnded }: { readonly hasEnded: 'expired' | 'signed-out' | null }) {
  const words = {
    expired: ['Your session has ended', 'For safety a session lasts eight hours. Nothing you saved is lost.'],
    'signed-out': ['You are signed out', 'This browser can no longer see or change your webhooks.'],
    none: [
      'Open the portal with a link',
      'The webhook portal has no password: each visit begins with a link that works once.',
    ],
  }[hasEnded ?? 'none'];
  return (
    <Frame title={words?.[0] ?? ''} icon={hasEnded === 'expired' ? 'clock' : 'key'}>
      <p>{words?.[1]}</p>
      <HowToGetALink />
    </Frame>
  );
}

interface UnreachablePageProps {
  readonly message: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

export function UnreachablePage({ message, busy, onRetry }: UnreachablePageProps) {
  return (
    <Frame title="We cannot get through" icon="alert">
      <p role="alert">{message}</p>
      <div>
        <Button look="primary" icon="refresh" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Frame>
  );
}
