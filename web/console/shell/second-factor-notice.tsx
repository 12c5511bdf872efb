// Banner for administrators without a second factor: the date from which the console opens for its set-up only.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Notice } from '../../ui/notice.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { secondFactorQuery } from '../account/account-queries.ts';
import { useSession } from '../session-context.tsx';

export function SecondFactorNotice() {
  const { second_factor_due_at: dueAt } = useSession().session;
  const [path] = useLocation();
  // The session is from the time of the sign-in.
  const { data } = useQuery({ ...secondFactorQuery, enabled: dueAt !== null });
  if (dueAt === null || data?.state === 'on') return null;
  return (
    <Notice
      tone="warn"
      title={
        <>
          {path === '/account' ? (
            'Set up a second factor'
          ) : (
            <Link href="/account" className="underline underline-offset-2">
              Set up a second factor
            </Link>
          )}{' '}
          before {englishTimes.dateTime(dueAt)}
        </>
      }
    >
      <span className="max-sm:sr-only">
        Admins need one. After this time you cannot use the console until it is set up.
      </span>
    </Notice>
  );
}
