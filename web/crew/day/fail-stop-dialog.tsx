// Dialog to report a stop failure: a reason, and a note (required for "other").
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import type { StopFailureReason, Words } from '../messages.ts';

interface FailStopDialogProps {
  readonly words: Words;
  readonly onClose: () => void;
  readonly onSubmit: (reason: StopFailureReason, note: string) => void;
}

const reasons: readonly StopFailureReason[] = [
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

export function FailStopDialog({ words, onClose, onSubmit }: FailStopDialogProps) {
  const [reason, setReason] = useState<StopFailureReason | null>(null);
  const [note, setNote] = useState('');
  const [isNoteMissing, setIsNoteMissing] = useState(false);
  const name = useId();

  function submit(): void {
    const text = note.trim();
    if (reason === 'other' && text === '') setIsNoteMissing(true);
    else if (reason !== null) onSubmit(reason, text);
  }

  return (
    <Dialog
      title={words.cannotTitle}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          className="min-h-13! flex-1 text-base"
          disabled={reason === null}
          onClick={submit}
        >
          {words.send}
        </Button>
      }
    >
      <p>{words.cannotNote}</p>
      <fieldset className="grid grid-cols-2 gap-1.5 text-ink">
        <legend className="sr-only">{words.cannotTitle}</legend>
        {reasons.map((each) => (
          <label
            key={each}
            className={classNames(
              'flex min-h-11 items-center gap-2.5 rounded-xl border px-2.5 py-1 text-base leading-tight font-medium',
              each === reason ? 'border-accent bg-tint' : 'border-field-line',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={each === reason}
              onChange={() => setReason(each)}
              className="size-4 accent-accent"
            />
            {words[each]}
          </label>
        ))}
      </fieldset>
      <TextField
        label={words.noteLabel}
        value={note}
        maxLength={500}
        error={isNoteMissing && note.trim() === '' ? words.noteNeeded : null}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        className="text-ink"
      />
    </Dialog>
  );
}
