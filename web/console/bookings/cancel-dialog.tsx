// Dialog that cancels a booking: reason, who cancels, and whether a fee is charged.
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Booking } from '../api.ts';
import { useBookingAction } from './use-booking-action.ts';

interface CancelDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

const choices = [
  { value: 'operator', label: 'We cancel, without a fee' },
  { value: 'operator_fee', label: 'We cancel, with the fee of the organization’s cancellation policy' },
  { value: 'provider', label: 'The provider that was to carry it out cancels, without a fee' },
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
    action.mutate(
      { path: '/cancel', body, done: `Booking ${booking.hid} cancelled.` },
      { onSuccess: onClose },
    );
  }
  return (
    <ConfirmDialog
      title={`Cancel ${booking.hid}?`}
      confirm="Cancel booking"
      isDangerous
      busy={action.isPending}
      error={action.error?.message}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        This cannot be undone. The crew is released immediately, and the partner is notified with this reason.
      </p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={1_000}
        autoFocus
        error={isMissing && reason.trim() === '' ? 'Enter a reason. The partner sees it.' : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Select label="Cancelled by, and fee" value={option} options={choices} onChange={setOption} />
    </ConfirmDialog>
  );
}
