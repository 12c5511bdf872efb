// Step-up of the portal. API clients enter their secret again; people, who have none, sign in again by e-mail.
import type { ReactNode } from 'react';
import { StepUpProvider } from '../../step-up/step-up-provider.tsx';
import { useSession } from '../session-context.tsx';
import { ClientSecretDialog } from './client-secret-dialog.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

interface PortalStepUpProps {
  /** The client that opened the portal, where the page knows it. */
  readonly clientId?: string | null;
  readonly children: ReactNode;
}

export function PortalStepUp({ clientId = null, children }: PortalStepUpProps) {
  const { member } = useSession().session;
  return (
    <StepUpProvider
      dialog={(props) =>
        member === null ? (
          <ClientSecretDialog clientId={clientId} {...props} />
        ) : (
          <SignInAgainDialog email={member.email} onClose={props.onClose} />
        )
      }
      refusal={
        member === null
          ? 'Nothing was changed: the client secret was not confirmed.'
          : 'Nothing was changed: sign in again first.'
      }
    >
      {children}
    </StepUpProvider>
  );
}
