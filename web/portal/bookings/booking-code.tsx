// Confirmation code of a booking as a link to it, where the session may read bookings.
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { useSession } from '../session-context.tsx';
import { mayRead } from '../session-scopes.ts';

interface BookingCodeProps {
  readonly id: string;
  readonly hid: string;
  readonly className?: string;
}

export function BookingCode({ id, hid, className }: BookingCodeProps) {
  const { session } = useSession();
  const look = classNames('font-mono text-[0.8125rem]', className);
  if (!mayRead(session)) return <span className={look}>{hid}</span>;
  return (
    <Link href={`/bookings/${id}`} className={classNames('rounded-sm underline underline-offset-2', look)}>
      {hid}
    </Link>
  );
}
