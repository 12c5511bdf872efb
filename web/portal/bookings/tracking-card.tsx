// The tracking link of a booking: to copy, and in the sandbox the preview of its page.
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Booking } from '../partner.generated.ts';
import { useSession } from '../session-context.tsx';
import { skippedStops } from './stop-progress.ts';

const notes: Readonly<Record<Booking['state'], string>> = {
  created: 'Send this link to recipients: it shows when the delivery arrives.',
  dispatched: 'Send this link to recipients: it shows when the delivery arrives.',
  completed:
    'The page shows recipients that the delivery is complete, with its photos, until the link expires.',
  cancelled: 'The page tells recipients that the delivery was cancelled.',
};

function noteOf(booking: Booking): string {
  const wasSkipped = booking.state !== 'cancelled' && skippedStops(booking).length > 0;
  return wasSkipped
    ? 'The page shows recipients which stops were not completed, and the way to a new time, until the link expires.'
    : notes[booking.state];
}

export function TrackingCard({ booking }: { readonly booking: Booking }) {
  const { session } = useSession();
  const isSandbox = session.environment === 'sandbox';
  const { id, hid, share_url } = booking;
  // In the sandbox the public link shows a notice; the preview is the same page behind the session of the portal.
  const page = isSandbox ? `/portal/bookings/${id}/tracking` : share_url;
  return (
    <Card
      title="Tracking page"
      note={
        isSandbox
          ? 'Public links of the sandbox show a notice. The preview shows what recipients of a real booking see, live.'
          : noteOf(booking)
      }
    >
      <p className="rounded-lg border bg-paper px-3 py-2 font-mono text-xs break-all">{share_url}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={share_url} what="tracking link" label="Copy link" look="quiet" />
        <a
          href={page}
          {...(!isSandbox && { target: '_blank', rel: 'noreferrer' })}
          aria-label={isSandbox ? `Preview the tracking page of ${hid}` : `Open the tracking page of ${hid}`}
          className={buttonClass('quiet', 'small')}
        >
          <Icon name="eye" />
          {isSandbox ? 'Preview' : 'Open'}
        </a>
      </div>
    </Card>
  );
}
