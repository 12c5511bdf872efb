// Portal pages without a session: used link, no session, session expired, signed out, server unreachable.
import type { PortalSession } from '../../../src/features/webhooks/portal-wire.ts';
import { Button } from '../../ui/button.tsx';
import { Entrance } from '../../ui/centered-page.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

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
    <Entrance title="This link no longer works" icon="key">
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
    </Entrance>
  );
}

export function NoSessionPage({ hasEnded }: { readonly hasEnded: 'expired' | 'signed-out' | null }) {
  const texts = {
    expired: ['Your session has ended', 'For safety a session lasts eight hours. Nothing you saved is lost.'],
    'signed-out': ['You are signed out', 'This browser can no longer see or change your webhooks.'],
    none: [
      'Open the portal with a link',
      'The webhook portal has no password: each visit begins with a link that works once.',
    ],
  }[hasEnded ?? 'none'];
  return (
    <Entrance title={texts?.[0] ?? ''} icon={hasEnded === 'expired' ? 'clock' : 'key'}>
      <p>{texts?.[1]}</p>
      <HowToGetALink />
    </Entrance>
  );
}

interface UnreachablePageProps {
  readonly message: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

export function UnreachablePage({ message, busy, onRetry }: UnreachablePageProps) {
  return (
    <Entrance title="We cannot get through" icon="alert">
      <p role="alert">{message}</p>
      <div>
        <Button look="primary" icon="refresh" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Entrance>
  );
}
