// Dialog that cancels a booking: reason, who cancels, and the fee, which is shown before it is charged.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Booking, CancellationPreview } from '../api.ts';
import { formatCents } from './booking-labels.ts';
import { cancellationQuery } from './booking-queries.ts';
import { useBookingAction } from './use-booking-action.ts';

interface CancelDialogProps {
  readonly booking: Booking;
  readonly timeZone: string | null;
  readonly onClose: () => void;
}

function choicesOf(preview: CancellationPreview | undefined) {
  const charge = preview ? `We cancel, fee of ${formatCents(preview.fee)}` : 'We cancel, with the fee';
  return [
    { value: 'operator', label: 'We cancel, without a fee' },
    ...(preview?.fee === 0 ? [] : [{ value: 'operator_fee', label: charge }]),
    { value: 'provider', label: 'The provider cancels, without a fee' },
  ];
}

/** The fee of the policy now, which applies to the partner, and when it changes. */
function feeHint({ fee, fee_holds_until: until }: CancellationPreview, timeZone: string | null): string {
  const change =
    until === null ? '' : ` The fee changes: ${englishTimes.momentInSentence(until, timeZone ?? undefined)}.`;
  if (fee === 0) return `If the partner cancelled now, there would be no fee.${change}`;
  return `If the partner cancelled now, the fee would be ${formatCents(fee)}.${change}`;
}

export function CancelDialog({ booking, timeZone, onClose }: CancelDialogProps) {
  const action = useBookingAction(booking.id);
  const [reason, setReason] = useState('');
  const [option, setOption] = useState('operator');
  const [isMissing, setIsMissing] = useState(false);
  const { data: preview, error: previewError } = useQuery(cancellationQuery(booking.id));
  const isCharged = option === 'operator_fee';
  function cancel(): void {
    if (reason.trim() === '') {
      setIsMissing(true);
      return;
    }
    const body = {
      reason: reason.trim(),
      by: option === 'provider' ? 'provider' : 'operator',
      ...(isCharged && { charge_fee: true }),
    };
    action.mutate(
      { path: '/cancel', body, done: `Booking ${booking.hid} cancelled.` },
      { onSuccess: onClose },
    );
  }
  return (
    <ConfirmDialog
      title={`Cancel ${booking.hid}?`}
      confirm={isCharged && preview ? `Cancel for ${formatCents(preview.fee)}` : 'Cancel booking'}
      dismiss="Keep booking"
      isDangerous
      isDisabled={isCharged && !preview}
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
      <Select
        label="Cancelled by, and fee"
        value={option}
        options={choicesOf(preview)}
        hint={preview ? feeHint(preview, timeZone) : 'The fee is being computed.'}
        error={previewError && `The fee could not be computed: ${previewError.message}`}
        onChange={setOption}
      />
    </ConfirmDialog>
  );
}
