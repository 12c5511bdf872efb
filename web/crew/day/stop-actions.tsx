// Actions at the current stop: one large button for the next step (start driving, arrive, then photo and complete). The
// crew member reviews each photo before it is used.
import { useState } from 'react';
import { FieldError } from '../../ui/field.tsx';
import type { QueuedStep } from '../offline/offline-store.ts';
import { lastPoint } from '../offline/share-location.ts';
import { alreadyThere, arrive, complete, type Doing, setOut } from '../offline/steps.ts';
import { BigButton, CameraButton } from './big-button.tsx';
import type { StopProps } from './day-props.ts';
import { PhotoStrip } from './photo-strip.tsx';
import { bookingStateLabels, CallDispatch } from './stop-card.tsx';
import type { StopDialog } from './stop-dialogs.tsx';
import { storePicture } from './store-picture.ts';

interface StopActionsProps extends StopProps {
  readonly onOpen: (dialog: StopDialog) => void;
}

export function StopActions({ words, view, phone, job, stop, onOpen }: StopActionsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const memberId = view.session?.member.id ?? '';
  const drafts = view.drafts.filter(({ stopId }) => stopId === stop.id);
  const draftIds = drafts.map(({ id }) => id);

  function submit(steps: (context: Doing) => QueuedStep[]): void {
    void phone.tell(steps({ memberId, job, stop, at: phone.now() }));
  }

  async function takePicture(file: File, completes: boolean): Promise<void> {
    setIsBusy(true);
    const photoId = await storePicture(phone, { job, stop }, file);
    setIsBusy(false);
    setIsUnreadable(photoId === null);
    if (photoId !== null) onOpen({ kind: 'photo', photoId, completes });
  }

  return (
    <section
      aria-label={words[bookingStateLabels[stop.state]]}
      className="grid gap-2 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
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
        <>
          <BigButton icon="locate" onClick={() => submit(arrive)}>
            {words.arrived}
          </BigButton>
          <BigButton look="quiet" icon="alert" onClick={() => onOpen({ kind: 'problem' })}>
            {words.cannot}
          </BigButton>
        </>
      )}
      {stop.state === 'at' && (
        <>
          <PhotoStrip
            words={words}
            photos={drafts}
            onReview={(photoId) => onOpen({ kind: 'photo', photoId, completes: false })}
            onDrop={(id) => void phone.dropDraft(id)}
          />
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
            <BigButton look="quiet" icon="alert" onClick={() => onOpen({ kind: 'failure' })}>
              {words.cannot}
            </BigButton>
          </div>
        </>
      )}
      {stop.state === 'failed' && (
        <div role="status" className="py-1">
          <p className="text-base font-semibold">{words.failedTitle}</p>
          <p className="text-muted">
            {view.unsentReports.includes(stop.id) ? words.failedUnsent : words.failed}
          </p>
          <CallDispatch words={words} phoneNumber={job.dispatch_phone_number} className="mt-2" />
        </div>
      )}
    </section>
  );
}
