// Dialog that explains the consequences of an erasure, asks for confirmation and erases in batches.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { AskedPerson, ErasureReport } from '../api.ts';
import { useWrite } from '../session-context.tsx';

interface EraseDialogProps {
  readonly asked: AskedPerson;
  readonly liveHids: readonly string[];
  readonly onClose: () => void;
  readonly onErased: () => void;
}

const CONFIRMATION_WORD = 'erase';
const MAX_BATCHES = 200;

export function EraseDialog({ asked, liveHids, onClose, onErased }: EraseDialogProps) {
  const [typedWord, setTypedWord] = useState('');
  const [isForced, setIsForced] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const write = useWrite();
  const toast = useToast();
  const erase = useMutation({
    mutationFn: async () => {
      let bookings = 0;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const result = await write<ErasureReport>('POST', '/people/erase', { ...asked, force: isForced });
        bookings += result.bookings;
        if (result.remaining === 0 || result.bookings === 0) break;
      }
      return bookings;
    },
    onSuccess: (bookings) => {
      toast(
        `Personal data erased from ${bookings} ${bookings === 1 ? 'booking' : 'bookings'} and all copies.`,
      );
      onErased();
    },
  });
  const isBlocked = liveHids.length > 0 && !isForced;
  const isConfirmed = typedWord.trim().toLowerCase() === CONFIRMATION_WORD;
  return (
    <ConfirmDialog
      title="Erase the data of this person?"
      confirm="Erase permanently"
      isDangerous
      busy={erase.isPending}
      error={
        erase.error?.message ??
        (isSubmitted && isBlocked
          ? 'Some bookings are in progress. Select the check box to erase anyway.'
          : null)
      }
      onClose={onClose}
      onConfirm={() => {
        setIsSubmitted(true);
        if (!isBlocked && isConfirmed) erase.mutate();
      }}
    >
      <p>
        Names, phone numbers, addresses, instructions and notes are removed from bookings, quotes, events,
        messages, stored responses and the request log. Photos are deleted. An address that only this person’s
        bookings use is reduced to its town. Times and amounts are kept. This cannot be undone.
      </p>
      {liveHids.length > 0 && (
        <label className="flex items-start gap-2 text-ink">
          <input
            type="checkbox"
            className="mt-1"
            checked={isForced}
            onChange={(event) => setIsForced(event.currentTarget.checked)}
          />
          <span>
            {liveHids.join(', ')} {liveHids.length === 1 ? 'is' : 'are'} still in progress: erase anyway. The
            crew will have no contact and no exact address.
          </span>
        </label>
      )}
      <TextField
        label={`Type “${CONFIRMATION_WORD}” to confirm`}
        autoComplete="off"
        value={typedWord}
        error={isSubmitted && !isConfirmed ? `Type “${CONFIRMATION_WORD}”.` : null}
        onChange={(event) => setTypedWord(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
