// Actions of an operator at a stop on behalf of the crew. Irreversible actions that notify the partner ask for
// confirmation.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { useWrite } from '../session-context.tsx';
import type { StopStatus } from './booking-labels.ts';
import { useBookingAction } from './use-booking-action.ts';

interface StopActionsProps {
  readonly bookingId: string;
  readonly stopId: string;
  readonly standing: StopStatus;
  readonly trouble: string | null;
}

type Asked = 'complete' | 'cannot-complete' | 'skip';

export function StopActions({ bookingId, stopId, standing, trouble }: StopActionsProps) {
  const move = useBookingAction(bookingId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const at = (name: string) => `/stops/${stopId}/${name}`;
  const go = (name: string, done: string) => move.mutate({ path: at(name), done });
  if (!['pending', 'driving', 'at'].includes(standing)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {standing === 'pending' && (
        <Button
          size="small"
          icon="truck"
          busy={move.isPending}
          onClick={() => go('depart', 'The crew has set out.')}
        >
          Set out
        </Button>
      )}
      {standing === 'driving' && (
        <Button
          size="small"
          icon="pin"
          busy={move.isPending}
          onClick={() => go('arrive', 'The crew is there.')}
        >
          Arrived
        </Button>
      )}
      {standing === 'at' && (
        <>
          {trouble === null ? (
            <>
              <Button size="small" look="primary" icon="camera" onClick={() => setAsked('complete')}>
                Complete with photo
              </Button>
              <Button size="small" icon="alert" onClick={() => setAsked('cannot-complete')}>
                Cannot complete
              </Button>
            </>
          ) : (
            <Button
              size="small"
              icon="refresh"
              busy={move.isPending}
              onClick={() => go('retry', 'The crew tries again.')}
            >
              Try again
            </Button>
          )}
          <Button size="small" look="danger-quiet" onClick={() => setAsked('skip')}>
            Skip the stop
          </Button>
        </>
      )}
      {move.error && asked === null && <FieldError>{move.error.message}</FieldError>}
      {asked === 'complete' && (
        <CompleteDialog bookingId={bookingId} stopId={stopId} onClose={() => setAsked(null)} />
      )}
      {(asked === 'skip' || asked === 'cannot-complete') && (
        <ReasonDialog
          asked={asked}
          busy={move.isPending}
          error={move.error?.message}
          onClose={() => setAsked(null)}
          onConfirm={(reason) =>
            move.mutate(
              {
                path: at(asked),
                body: { reason },
                done: asked === 'skip' ? 'The stop is skipped.' : 'Noted.',
              },
              { onSuccess: () => setAsked(null) },
            )
          }
        />
      )}
    </div>
  );
}

const questions = {
  skip: {
    title: 'Skip this stop?',
    text: 'It counts as done without a photo. The partner is told, with this reason.',
    confirm: 'Skip it',
  },
  'cannot-complete': {
    title: 'The crew cannot complete it?',
    text: 'The crew stays there until somebody decides. The partner is told, with this reason.',
    confirm: 'Say so',
  },
};

interface ReasonDialogProps {
  readonly asked: keyof typeof questions;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

function ReasonDialog({ asked, busy, error, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { title, text, confirm } = questions[asked];
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isDangerous={asked === 'skip'}
      busy={busy}
      error={error}
      onClose={onClose}
      onConfirm={() => (reason.trim() === '' ? setIsMissing(true) : onConfirm(reason.trim()))}
    >
      <p>{text}</p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={1_000}
        autoFocus
        error={isMissing && reason.trim() === '' ? 'Say why.' : null}
        onChange={(event) => setReason(event.currentTarget.value)}
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
  const move = useBookingAction(bookingId);
  const [photo, setPhoto] = useState<File | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const complete = useMutation({
    mutationFn: async (file: File) => {
      const { url } = await write<{ url: string }>('POST', `/bookings/${bookingId}/photos`, undefined, {
        file,
      });
      const body = { photo_urls: [url] };
      await move.mutateAsync({ path: `/stops/${stopId}/complete`, body, done: 'The stop is done.' });
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
      <p>A photo proves the work. It is shown to the partner and on the tracking page.</p>
      <TextField
        label="Photo"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        error={isMissing && !photo ? 'Choose a photo.' : null}
        onChange={(event) => setPhoto(event.currentTarget.files?.[0] ?? null)}
      />
    </ConfirmDialog>
  );
}
