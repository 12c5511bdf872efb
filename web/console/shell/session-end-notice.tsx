// Warning before the session ends regardless of use.
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useSession } from '../session-context.tsx';
import { useSignOut } from './use-sign-out.ts';

const WARNING_MS = 15 * 60_000;

export function SessionEndNotice() {
  const { session } = useSession();
  const now = useNow();
  const signOut = useSignOut();
  const endsAt = Date.parse(session.expires_at);
  if (endsAt - now > WARNING_MS) return null;
  return (
    <div role="status">
      <Notice
        tone="warn"
        title={`Your session ends at ${englishTimes.dateTime(endsAt)}`}
        actions={
          <Button size="small" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign in again
          </Button>
        }
      >
        Save your changes and sign in again to continue without an interruption.
      </Notice>
    </div>
  );
}
