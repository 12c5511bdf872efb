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
        <span className="max-sm:text-[0.8125rem]">
          {path === '/account' ? (
            'Set up a second factor'
          ) : (
            <Link href="/account" className="underline underline-offset-2">
              Set up a second factor
            </Link>
          )}{' '}
          before <span className="sm:hidden">{englishTimes.part(dueAt, 'month-day')}</span>
          <span className="max-sm:hidden">{englishTimes.dateTime(dueAt)}</span>
          <span className="font-normal text-ink max-sm:sr-only">
            . After that, admins without one can only set it up.
          </span>
        </span>
      }
    />
  );
}
