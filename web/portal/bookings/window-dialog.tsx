// Dialog that moves a booking to another arrival window.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { windowOf } from './booking-labels.ts';
import { type ShownBooking, useBookingChange, useSchedule } from './booking-queries.ts';
import { WindowPicker } from './window-picker.tsx';

interface WindowDialogProps extends ShownBooking {
  readonly onClose: () => void;
}

export function WindowDialog({ booking, facts, onClose }: WindowDialogProps) {
  const { product, origin, destination, arrival_window_ref } = booking;
  const schedule = useSchedule({
    product,
    origin: origin.id,
    destination: destination.id,
    ref: arrival_window_ref ?? 'origin',
  });
  const current = windowOf(facts);
  const [chosen, setChosen] = useState<string | null>(null);
  const change = useBookingChange(booking.id);
  const toast = useToast();
  function save(): void {
    change.mutate(
      { method: 'PATCH', path: '', body: { arrival_window_id: chosen } },
      {
        onSuccess: () => {
          toast('Arrival window changed.');
          onClose();
        },
        // Another booking may have taken the place.
        onError: () => void schedule.refetch(),
      },
    );
  }
  return (
    <Dialog
      title={`Change the time of ${booking.hid}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" busy={change.isPending} disabled={chosen === null} onClick={save}>
            Change time
          </Button>
        </>
      }
    >
      <p>
        Booked: {current.day}, {current.hours}. The time is that of the arrival at the{' '}
        {arrival_window_ref === 'destination' ? 'drop-off' : 'pickup'}.
      </p>
      <div className="text-ink">
        {schedule.error && !schedule.data && <LoadError error={schedule.error} onRetry={schedule.refetch} />}
        {!schedule.data && !schedule.error && <Skeleton className="h-40" />}
        {schedule.data && (
          <WindowPicker
            schedule={schedule.data}
            value={chosen ?? booking.arrival_window.id}
            opensAt={facts.window_starts_at}
            onChange={({ id }) => setChosen(id)}
            error={change.error?.message ?? null}
          />
        )}
      </div>
    </Dialog>
  );
}
