// Page that is shown if the sign-in policy or the role requires a second factor and the operator has none.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CenteredPage } from '../../ui/centered-page.tsx';
import { AddPasskeyDialog } from '../account/own-passkeys.tsx';
import { SecondFactorSetup } from '../account/second-factor-setup.tsx';
import { arePasskeysAvailable } from '../passkeys/passkey-support.ts';
import { useSignOut } from '../shell/use-sign-out.ts';

export function RequiredFactorPage({ onDone }: { readonly onDone: () => void }) {
  const signOut = useSignOut();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <CenteredPage title="Set up a second factor" icon="shield">
      <p>
        You must sign in with your password and a code from an authenticator app, or with a passkey. The setup
        takes about a minute.
      </p>
      <SecondFactorSetup onDone={onDone} />
      {arePasskeysAvailable() && (
        <Button icon="key" className="justify-self-start text-sm text-ink" onClick={() => setIsAdding(true)}>
          Add a passkey instead
        </Button>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} onAdded={onDone} />}
      <div className="border-t pt-3">
        <Button
          look="plain"
          size="small"
          icon="leave"
          busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </div>
    </CenteredPage>
  );
}
