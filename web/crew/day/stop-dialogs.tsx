// Dialogs at the current stop: review of a photo, note, and stop failure. Loaded after the page.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useLanguage } from '../../ui/language.ts';
import { TextArea } from '../../ui/text-area.tsx';
import type { QueuedStep } from '../offline/offline-store.ts';
import {
  type CrewProblem,
  cannotComplete,
  complete,
  type Doing,
  reportProblem,
  writeNote,
} from '../offline/steps.ts';
import { BigButton, CameraButton } from './big-button.tsx';
import type { StopProps } from './day-props.ts';
import { Photo } from './photo.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { type StopFailureReason, type StopWords, stopMessages } from './stop-messages.ts';
import { storePicture } from './store-picture.ts';

export type StopDialog =
  | { readonly kind: 'failure' | 'note' | 'problem' }
  /** `completes`: the stop is completed with the photo. */
  | { readonly kind: 'photo'; readonly photoId: string; readonly completes: boolean };

interface StopDialogsProps extends StopProps {
  readonly dialog: StopDialog | null;
  /** null closes the dialog. */
  readonly onOpen: (dialog: StopDialog | null) => void;
}

interface OpenDialogProps extends StopDialogsProps {
  readonly texts: StopWords;
  readonly photoIds: readonly string[];
  readonly submit: (steps: (context: Doing) => QueuedStep[]) => void;
}

const failureReasons: readonly StopFailureReason[] = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'not_ready',
  'does_not_fit',
  'refused',
  'damaged',
  'unsafe',
  'other',
];

const problems: readonly CrewProblem[] = ['traffic', 'breakdown', 'accident', 'cannot_reach', 'other'];

export function StopDialogs(props: StopDialogsProps) {
  const { words, view, phone, job, stop, dialog, onOpen } = props;
  const [language] = useLanguage();
  const texts = stopMessages[language];
  const photoIds = view.drafts.filter(({ stopId }) => stopId === stop.id).map(({ id }) => id);
  const memberId = view.session?.member.id ?? '';
  function submit(steps: (context: Doing) => QueuedStep[]): void {
    onOpen(null);
    void phone.tell(steps({ memberId, job, stop, at: phone.now() }));
  }
  const open = { ...props, texts, photoIds, submit };
  if (dialog?.kind === 'photo') return <PhotoReview {...open} {...dialog} />;
  if (dialog?.kind === 'note') return <NoteDialog {...open} />;
  if (dialog?.kind === 'problem' && stop.state === 'driving')
    return (
      <ReasonDialog
        words={words}
        title={texts.problemTitle}
        note={texts.problemNote}
        sendLabel={texts.send}
        labels={words}
        reasons={problems}
        onClose={() => onOpen(null)}
        onSubmit={(problem, note) => submit((context) => reportProblem(context, problem, note))}
      />
    );
  if (dialog?.kind !== 'failure' || stop.state !== 'at') return null;
  return (
    <ReasonDialog
      words={words}
      title={texts.cannotTitle}
      note={texts.cannotNote}
      sendLabel={texts.send}
      labels={texts}
      reasons={failureReasons}
      onClose={() => onOpen(null)}
      onSubmit={(reason, note) => submit((context) => cannotComplete(context, reason, note, photoIds))}
    />
  );
}

interface PhotoReviewProps extends OpenDialogProps {
  readonly photoId: string;
  readonly completes: boolean;
}

function PhotoReview(props: PhotoReviewProps) {
  const { words, texts, view, phone, job, stop, photoId, photoIds, completes, onOpen, submit } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const photo = view.drafts.find(({ id }) => id === photoId);
  if (!photo || stop.state !== 'at') return null;

  async function retake(file: File): Promise<void> {
    setIsBusy(true);
    const id = await storePicture(phone, { job, stop }, file, photoId);
    setIsBusy(false);
    setIsUnreadable(id === null);
    if (id !== null) onOpen({ kind: 'photo', photoId: id, completes });
  }

  return (
    <Dialog
      title={texts.reviewTitle}
      closeLabel={words.close}
      onClose={() => onOpen(null)}
      actions={
        <div className="grid w-full gap-2">
          <BigButton
            icon="check"
            disabled={isBusy}
            onClick={() => (completes ? submit((context) => complete(context, photoIds)) : onOpen(null))}
          >
            {completes ? texts.usePhotoAndComplete : texts.usePhoto}
          </BigButton>
          <CameraButton look="quiet" isBusy={isBusy} onPicture={(file) => void retake(file)}>
            {isBusy ? words.preparing : texts.retake}
          </CameraButton>
        </div>
      }
    >
      <Photo
        picture={photo.picture}
        alt={texts.reviewedPhoto}
        className="max-h-[45dvh] w-full rounded-xl border bg-tint object-contain"
      />
      <p>{texts.review}</p>
      {isUnreadable && <FieldError>{words.photoUnreadable}</FieldError>}
    </Dialog>
  );
}

function NoteDialog({ words, texts, onOpen, submit }: OpenDialogProps) {
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const trimmed = text.trim();
  return (
    <Dialog
      title={texts.noteTitle}
      closeLabel={words.close}
      onClose={() => onOpen(null)}
      actions={
        <Button
          look="primary"
          className="min-h-13! flex-1 text-base"
          onClick={() =>
            trimmed === '' ? setIsMissing(true) : submit((context) => writeNote(context, trimmed))
          }
        >
          {texts.saveNote}
        </Button>
      }
    >
      <p>{texts.noteAudience}</p>
      <TextArea
        label={texts.noteText}
        value={text}
        rows={4}
        maxLength={500}
        data-first
        error={isMissing && trimmed === '' ? texts.noteMissing : null}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="text-ink"
      />
    </Dialog>
  );
}
