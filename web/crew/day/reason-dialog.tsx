// Dialog that asks for a reason out of a short list, and a note (required for "other").
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Words } from '../messages.ts';

interface ReasonDialogProps<Reason extends string> {
  readonly words: Words;
  readonly title: string;
  readonly note: string;
  /** Below the note: how long there is time for the answer. */
  readonly status?: ReactNode;
  readonly sendLabel: string;
  readonly labels: Readonly<Record<Reason, string>>;
  readonly reasons: readonly Reason[];
  readonly onClose: () => void;
  readonly onSubmit: (reason: Reason, note: string) => void;
}

export function ReasonDialog<Reason extends string>(props: ReasonDialogProps<Reason>) {
  const { words, title, reasons, labels, onClose, onSubmit } = props;
  const [reason, setReason] = useState<Reason | null>(null);
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
      title={title}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          className="min-h-13! flex-1 text-base"
          disabled={reason === null}
          onClick={submit}
        >
          {props.sendLabel}
        </Button>
      }
    >
      <p>{props.note}</p>
      {props.status}
      <fieldset className="grid grid-cols-2 gap-1.5 text-ink">
        <legend className="sr-only">{title}</legend>
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
              className="size-4 shrink-0 accent-accent"
            />
            {labels[each]}
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
