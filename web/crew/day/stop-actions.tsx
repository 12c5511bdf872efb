// Actions at the current stop, fixed at the bottom of the screen: one large button for the next step (start driving,
// arrive, then photo and complete); the camera application asks for confirmation of the photo.
import { useState } from 'react';
import { FieldError } from '../../ui/field.tsx';
import { compressPhoto } from '../offline/compress-photo.ts';
import type { QueuedStep, StoredPhoto } from '../offline/offline-store.ts';
import { lastPoint } from '../offline/share-location.ts';
import { alreadyThere, arrive, cannotComplete, complete, type Doing, setOut } from '../offline/steps.ts';
import { BigButton, CameraButton } from './big-button.tsx';
import type { StopProps } from './day-props.ts';
import { FailStopDialog } from './fail-stop-dialog.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { bookingStateLabels } from './stop-card.tsx';

export function StopActions({ words, view, phone, job, stop }: StopProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [isReportingFailure, setIsReportingFailure] = useState(false);
  const memberId = view.session?.member.id ?? '';
  const drafts = view.drafts.filter(({ stopId }) => stopId === stop.id);
  const draftIds = drafts.map(({ id }) => id);

  function submit(steps: (context: Doing) => QueuedStep[]): void {
    void phone.tell(steps({ memberId, job, stop, at: phone.now() }));
  }

  async function takePicture(file: File, isLast: boolean): Promise<void> {
    setIsBusy(true);
    setIsUnreadable(false);
    const picture = await compressPhoto(file);
    if (picture === null) setIsUnreadable(true);
    else {
      const photo = newDraft(job.booking_id, stop.id, picture);
      await phone.addDraft(photo);
      if (isLast) submit((context) => complete(context, [...draftIds, photo.id]));
    }
    setIsBusy(false);
  }

  return (
    <section
      aria-label={words[bookingStateLabels[stop.state]]}
      className="sticky bottom-0 z-10 grid gap-2 border-t bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float"
    >
      {stop.state === 'pending' && (
        <>
          <BigButton icon="navigate" onClick={() => submit((context) => setOut(context, lastPoint()))}>
            {words.setOut}
          </BigButton>
          <BigButton look="quiet" icon="locate" onClick={() => submit(alreadyThere)}>
            {words.alreadyThere}
          </BigButton>
        </>
      )}
      {stop.state === 'driving' && (
        <BigButton icon="locate" onClick={() => submit(arrive)}>
          {words.arrived}
        </BigButton>
      )}
      {stop.state === 'at' && (
        <>
          <PhotoStrip words={words} photos={drafts} onDrop={(id) => void phone.dropDraft(id)} />
          {drafts.length >= stop.photos_required ? (
            <BigButton
              icon="check"
              disabled={isBusy}
              onClick={() => submit((context) => complete(context, draftIds))}
            >
              {words.done}
            </BigButton>
          ) : (
            <CameraButton isBusy={isBusy} onPicture={(file) => void takePicture(file, true)}>
              {isBusy ? words.preparing : words.photoAndDone}
            </CameraButton>
          )}
          {isUnreadable && <FieldError>{words.photoUnreadable}</FieldError>}
          <div className="grid grid-cols-2 gap-2">
            <CameraButton look="quiet" isBusy={isBusy} onPicture={(file) => void takePicture(file, false)}>
              {words.addPhoto}
            </CameraButton>
            <BigButton look="quiet" icon="close" onClick={() => setIsReportingFailure(true)}>
              {words.cannot}
            </BigButton>
          </div>
        </>
      )}
      {stop.state === 'failed' && (
        <div role="status" className="py-1">
          <p className="text-base font-semibold">{words.failedTitle}</p>
          <p className="text-muted">{words.failed}</p>
        </div>
      )}
      {isReportingFailure && (
        <FailStopDialog
          words={words}
          onClose={() => setIsReportingFailure(false)}
          onSubmit={(reason, note) => {
            setIsReportingFailure(false);
            submit((context) => cannotComplete(context, reason, note, draftIds));
          }}
        />
      )}
    </section>
  );
}

function newDraft(bookingId: string, stopId: string, picture: Blob): StoredPhoto {
  return { id: crypto.randomUUID(), bookingId, stopId, picture, isSent: false, isUsed: false };
}
