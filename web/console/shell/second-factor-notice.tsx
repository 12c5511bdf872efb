// Banner for administrators without a second factor: the date from which the console opens for its set-up only.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { secondFactorQuery } from '../account/account-queries.ts';
import { useSession } from '../session-context.tsx';

export function SecondFactorNotice() {
  const { second_factor_due_at: dueAt } = useSession().session;
  const [path, navigate] = useLocation();
  // The session is from the time of the sign-in.
  const { data } = useQuery({ ...secondFactorQuery, enabled: dueAt !== null });
  if (dueAt === null || data?.state === 'on') return null;
  return (
    <Notice
      tone="warn"
      title={`Set up a second factor before ${englishTimes.dateTime(dueAt)}`}
      actions={
        path !== '/account' && (
          <Button size="small" onClick={() => navigate('/account')}>
            Set up
          </Button>
        )
      }
    >
      <span className="max-sm:sr-only">
        Admins need one. After this time you cannot use the console until it is set up.
      </span>
    </Notice>
  );
}
