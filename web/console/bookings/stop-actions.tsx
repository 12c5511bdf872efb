// Actions of an operator at a stop on behalf of the crew. Irreversible actions that notify the partner ask for
// confirmation.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError, FieldFrame } from '../../ui/field.tsx';
import { fileInputClass } from '../../ui/file-input-class.ts';
import { ReasonField } from '../board/reason-field.tsx';
import { useWrite } from '../session-context.tsx';
import type { StopStatus } from './booking-labels.ts';
import { stopFailureTexts } from './stop-failure-texts.ts';
import { useBookingAction } from './use-booking-action.ts';

interface StopActionsProps {
  readonly bookingId: string;
  readonly stopId: string;
  readonly standing: StopStatus;
  /** Reason of the crew that cannot complete the stop; null without a failure. */
  readonly failure: string | null;
  /** Whether this is the last stop, done, and the booking waits to be completed. */
  readonly canCompleteBooking: boolean;
}

type OpenDialog = 'complete' | 'cannot-complete' | 'skip';

export function StopActions({ bookingId, stopId, standing, failure, canCompleteBooking }: StopActionsProps) {
  const action = useBookingAction(bookingId);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const pathOf = (name: string) => `/stops/${stopId}/${name}`;
  const report = (name: string, done: string) => action.mutate({ path: pathOf(name), done });
  if (!['pending', 'driving', 'at'].includes(standing) && !canCompleteBooking) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {canCompleteBooking && (
        <Button
          size="small"
          icon="check"
          busy={action.isPending}
          onClick={() => report('move-on', 'Booking completed.')}
        >
          Complete the booking now
        </Button>
      )}
      {standing === 'pending' && (
        <Button
          size="small"
          icon="truck"
          busy={action.isPending}
          onClick={() => report('depart', 'Departure recorded.')}
        >
          Mark as departed
        </Button>
      )}
      {standing === 'driving' && (
        <Button
          size="small"
          icon="pin"
          busy={action.isPending}
          onClick={() => report('arrive', 'Arrival recorded.')}
        >
          Mark as arrived
        </Button>
      )}
      {standing === 'at' && (
        <>
          {failure !== null ? (
            <Button
              size="small"
              icon="refresh"
              busy={action.isPending}
              onClick={() => report('retry', 'The crew can try again.')}
            >
              Let the crew try again
            </Button>
          ) : (
            <>
              <Button size="small" look="primary" icon="camera" onClick={() => setOpenDialog('complete')}>
                Complete with photo
              </Button>
              <Button size="small" icon="alert" onClick={() => setOpenDialog('cannot-complete')}>
                Report a failure
              </Button>
            </>
          )}
          <Button size="small" look="danger-quiet" onClick={() => setOpenDialog('skip')}>
            Skip the stop
          </Button>
        </>
      )}
      {action.error && openDialog === null && <FieldError>{action.error.message}</FieldError>}
      {openDialog === 'complete' && (
        <CompleteDialog bookingId={bookingId} stopId={stopId} onClose={() => setOpenDialog(null)} />
      )}
      {(openDialog === 'skip' || openDialog === 'cannot-complete') && (
        <ReasonDialog
          openDialog={openDialog}
          suggestion={failure ?? ''}
          busy={action.isPending}
          error={action.error?.message}
          onClose={() => setOpenDialog(null)}
          onConfirm={(reason) =>
            action.mutate(
              {
                path: pathOf(openDialog),
                body: { reason },
                done: openDialog === 'skip' ? 'Stop skipped.' : 'Stop failure reported.',
              },
              { onSuccess: () => setOpenDialog(null) },
            )
          }
        />
      )}
    </div>
  );
}

const dialogTexts = {
  skip: {
    title: 'Skip this stop?',
    text: 'The stop counts as completed without a photo. The partner is notified with this reason, and the contacts of the stop that it was not completed.',
    confirm: 'Skip stop',
    hint: undefined,
  },
  'cannot-complete': {
    title: 'Report a stop failure?',
    text: 'The crew waits at the stop until an operator decides. The partner is notified with this reason.',
    confirm: 'Report failure',
    hint: 'Begin with one of these reasons, and the tracking page tells the customer what to do. It never shows your text.',
  },
};

interface ReasonDialogProps {
  readonly openDialog: keyof typeof dialogTexts;
  /** Reason to start with. */
  readonly suggestion: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

function ReasonDialog({ openDialog, suggestion, busy, error, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState(suggestion);
  const [isMissing, setIsMissing] = useState(false);
  const { title, text, confirm, hint } = dialogTexts[openDialog];
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isDangerous={openDialog === 'skip'}
      busy={busy}
      error={error}
      onClose={onClose}
      onConfirm={() => (reason.trim() === '' ? setIsMissing(true) : onConfirm(reason.trim()))}
    >
      <p>{text}</p>
      <ReasonField
        reason={reason}
        options={stopFailureTexts}
        hint={hint}
        error={isMissing && reason.trim() === '' ? 'Choose or enter a reason.' : null}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

interface CompleteDialogProps {
  readonly bookingId: string;
  readonly stopId: string;
  readonly onClose: () => void;
}

/** Uploads the photo first, then completes the stop with its URL. */
function CompleteDialog({ bookingId, stopId, onClose }: CompleteDialogProps) {
  const write = useWrite();
  const action = useBookingAction(bookingId);
  const [photo, setPhoto] = useState<File | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const complete = useMutation({
    mutationFn: async (file: File) => {
      const { url } = await write<{ url: string }>('POST', `/bookings/${bookingId}/photos`, undefined, {
        file,
      });
      const body = { photo_urls: [url] };
      await action.mutateAsync({ path: `/stops/${stopId}/complete`, body, done: 'Stop completed.' });
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Complete this stop?"
      confirm="Complete"
      busy={complete.isPending}
      error={complete.error?.message}
      onClose={onClose}
      onConfirm={() => (photo ? complete.mutate(photo) : setIsMissing(true))}
    >
      <p>A photo is required as proof of delivery. It is shown to the partner and on the tracking page.</p>
      <FieldFrame label="Photo" error={isMissing && !photo ? 'Choose a photo.' : null}>
        {(props) => (
          <input
            {...props}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className={fileInputClass}
            onChange={(event) => setPhoto(event.currentTarget.files?.[0] ?? null)}
          />
        )}
      </FieldFrame>
    </ConfirmDialog>
  );
}
