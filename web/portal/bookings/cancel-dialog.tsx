// Dialog that cancels a booking. Shows the fee first; while it is unknown, nothing can be confirmed.
import { useState } from 'react';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formatDollars } from '../../ui/dollars.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Booking, CancellationPreview } from '../partner.generated.ts';
import { useBookingChange, useCancellation } from './booking-queries.ts';

const reasons = [
  { value: 'other', label: 'Another reason' },
  { value: 'im_not_ready', label: 'The customer is not ready' },
  { value: 'long_eta', label: 'The arrival takes too long' },
  { value: 'vehicle', label: 'Another vehicle is needed' },
];

interface CancelDialogProps {
  readonly booking: Booking;
  readonly timeZone: string | null;
  readonly onClose: () => void;
}

export function CancelDialog({ booking, timeZone, onClose }: CancelDialogProps) {
  const { data, error, refetch } = useCancellation(booking.id);
  if (!data?.cancellable) {
    return (
      <Dialog title={`Cancel ${booking.hid}?`} onClose={onClose}>
        {error && !data && <LoadError error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton className="h-12" />}
        {data && (
          <p role="alert">
            This booking can no longer be cancelled. Call us if the delivery must not take place.
          </p>
        )}
      </Dialog>
    );
  }
  return <ConfirmCancellation {...{ booking, timeZone, onClose }} preview={data} />;
}

function ConfirmCancellation({
  booking,
  timeZone,
  preview: { fee, fee_holds_until },
  onClose,
}: CancelDialogProps & { readonly preview: CancellationPreview }) {
  const [reason, setReason] = useState('other');
  const change = useBookingChange(booking.id);
  const toast = useToast();
  function cancel(): void {
    change.mutate(
      { method: 'POST', path: '/cancel', body: { cancel_reason: reason } },
      {
        onSuccess: () => {
          toast(`Booking ${booking.hid} cancelled.`);
          onClose();
        },
      },
    );
  }
  return (
    <ConfirmDialog
      title={`Cancel ${booking.hid}?`}
      confirm={fee === 0 ? 'Cancel booking' : `Cancel for ${formatDollars(fee)}`}
      dismiss="Keep booking"
      isDangerous
      busy={change.isPending}
      error={change.error?.message}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p className="text-ink">
        {fee === 0 ? (
          'Cancelling now is free.'
        ) : (
          <>
            Cancelling now costs <strong>{formatDollars(fee)}</strong>.
          </>
        )}
        {fee_holds_until !== null &&
          ` The fee changes: ${englishTimes.momentInSentence(fee_holds_until, timeZone ?? undefined)}.`}
      </p>
      <p>
        This cannot be undone.
        {booking.customer_notifications_enabled && ' The customer and the contacts are notified.'}
      </p>
      <div className="text-ink">
        <Select label="Reason" value={reason} onChange={setReason} options={reasons} />
      </div>
    </ConfirmDialog>
  );
}
