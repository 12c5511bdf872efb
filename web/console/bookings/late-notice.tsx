// Banner of a booking that is late or at risk: why, and the actions that the exception offers.
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeSince } from '../../ui/relative-time.tsx';
import { kindLabels } from '../exceptions/exception-labels.ts';
import { exceptionsQuery } from '../exceptions/exception-queries.ts';

interface LateNoticeProps {
  readonly bookingId: string;
  readonly mayAct: boolean;
  readonly onReassign: () => void;
  readonly onWrite: () => void;
}

/** The open exceptions are loaded on every page, for the badge in the navigation. */
export function LateNotice({ bookingId, mayAct, onReassign, onWrite }: LateNoticeProps) {
  const { data } = useQuery(exceptionsQuery);
  const exception = data?.data.find(
    ({ kind, booking }) => booking?.id === bookingId && (kind === 'late' || kind === 'at_risk'),
  );
  if (!exception) return null;
  const { kind, says, since } = exception;
  return (
    <Notice
      tone={kind === 'late' ? 'bad' : 'warn'}
      title={
        <>
          {kindLabels[kind].label}
          {kind === 'late' && (
            <>
              {' '}
              for <TimeSince at={since} isInList />
            </>
          )}
        </>
      }
      actions={
        mayAct && (
          <>
            <Button size="small" icon="people" onClick={onReassign}>
              Reassign
            </Button>
            <Button size="small" icon="message" onClick={onWrite}>
              Message the customer
            </Button>
          </>
        )
      }
    >
      {says}
    </Notice>
  );
}
