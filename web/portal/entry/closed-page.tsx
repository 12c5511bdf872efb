// Portal pages without a session: used link, no session, session expired, signed out, server unreachable.

import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import type { PortalSession } from '../api.generated.ts';
import { EnvironmentLabel, SignInForm } from './sign-in-form.tsx';

function DeveloperLink() {
  const call = `curl ${location.origin}/webhooks/portal \\\n  -H "Authorization: Bearer $WAYBILL_TOKEN"`;
  return (
    <details className="min-w-0 border-t-2 border-dashed pt-4">
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-ink pointer-coarse:py-2">
        For developers
      </summary>
      <p className="my-3">
        Open the portal again from your own application, or request a new link from the API and open the{' '}
        <code className="font-mono text-sm text-ink">portal_url</code> in the response:
      </p>
      <CodeBlock title="Request a new link" code={call} />
    </details>
  );
}

interface SpentLinkPageProps {
  readonly session: PortalSession | null;
  readonly onContinue: (session: PortalSession) => void;
}

export function InvalidLinkPage({ session, onContinue }: SpentLinkPageProps) {
  return (
    <CenteredPage title="This link no longer works" icon="key" aside={<EnvironmentLabel />}>
      <p>A portal link works once, for a limited time. This link was already used or has expired.</p>
      {session !== null && (
        <div className="grid gap-3 rounded-xl border p-4">
          <p>
            You are still signed in to <strong className="text-ink">{session.account.name}</strong> in this
            browser.
          </p>
          <Button look="primary" className="whitespace-normal!" onClick={() => onContinue(session)}>
            Continue to {session.account.name}
          </Button>
        </div>
      )}
      <SignInForm />
      <DeveloperLink />
    </CenteredPage>
  );
}

export function NoSessionPage({ hasEnded }: { readonly hasEnded: 'expired' | 'signed-out' | null }) {
  const texts = {
    expired: ['Your session has ended', 'A session lasts eight hours. Saved changes are not affected.'],
    'signed-out': ['You are signed out', 'This browser no longer has access to the portal.'],
    none: [
      'Sign in to the portal',
      'The portal has no password: each session starts with a link that works once.',
    ],
  }[hasEnded ?? 'none'];
  return (
    <CenteredPage
      title={texts?.[0] ?? ''}
      icon={hasEnded === 'expired' ? 'clock' : 'key'}
      aside={<EnvironmentLabel />}
    >
      <p>{texts?.[1]}</p>
      <SignInForm />
      <DeveloperLink />
    </CenteredPage>
  );
}

interface UnreachablePageProps {
  readonly message: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

export function UnreachablePage({ message, busy, onRetry }: UnreachablePageProps) {
  return (
    <CenteredPage title="The portal could not be loaded" icon="alert">
      <p role="alert">{message}</p>
      <div>
        <Button look="primary" icon="refresh" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </CenteredPage>
  );
}
