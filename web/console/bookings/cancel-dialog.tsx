// Dialog that cancels a booking: reason, who cancels, and whether a fee is charged.
import { useState } from 'react';
import type { WireBooking } from '../../../src/features/console/bookings/booking-page-wire.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useBookingAction } from './use-booking-action.ts';

interface CancelDialogProps {
  readonly booking: WireBooking;
  readonly onClose: () => void;
}

const choices = [
  { value: 'operator', label: 'We call it off, without a fee' },
  { value: 'operator_fee', label: 'We call it off, with the fee of the account’s policy' },
  { value: 'provider', label: 'The provider calls it off, without a fee' },
];

export function CancelDialog({ booking, onClose }: CancelDialogProps) {
  const action = useBookingAction(booking.id);
  const [reason, setReason] = useState('');
  const [option, setOption] = useState('operator');
  const [isMissing, setIsMissing] = useState(false);
  function cancel(): void {
    if (reason.trim() === '') {
      setIsMissing(true);
      return;
    }
    const body = {
      reason: reason.trim(),
      by: option === 'provider' ? 'provider' : 'operator',
      ...(option === 'operator_fee' && { charge_fee: true }),
    };
    action.mutate({ path: '/cancel', body, done: `${booking.hid} is cancelled.` }, { onSuccess: onClose });
  }
  return (
    <ConfirmDialog
      title={`Cancel ${booking.hid}?`}
      confirm="Cancel the booking"
      isDangerous
      busy={action.isPending}
      error={action.error?.message}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>This cannot be undone. The crew is free at once, and the partner is told with this reason.</p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={1_000}
        autoFocus
        error={isMissing && reason.trim() === '' ? 'Say why; the partner reads it.' : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Select label="At whose expense" value={option} options={choices} onChange={setOption} />
    </ConfirmDialog>
  );
}
