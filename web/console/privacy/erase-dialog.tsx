// Dialog that explains the consequences of an erasure, asks for confirmation and erases in batches.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskedPerson, ErasureResponse } from '../../../src/features/console/privacy/privacy-wire.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
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
        const result = await write<ErasureResponse>('POST', '/people/erase', { ...asked, force: isForced });
        bookings += result.bookings;
        if (result.remaining === 0 || result.bookings === 0) break;
      }
      return bookings;
    },
    onSuccess: (bookings) => {
      toast(
        `Erased from ${bookings} ${bookings === 1 ? 'booking' : 'bookings'}, and from all that was copied.`,
      );
      onErased();
    },
  });
  const isBlocked = liveHids.length > 0 && !isForced;
  const isConfirmed = typedWord.trim().toLowerCase() === CONFIRMATION_WORD;
  return (
    <ConfirmDialog
      title="Erase this person?"
      confirm="Erase for good"
      isDangerous
      busy={erase.isPending}
      error={
        erase.error?.message ??
        (isSubmitted && isBlocked ? 'Bookings are still under way: say that you mean it, above.' : null)
      }
      onClose={onClose}
      onConfirm={() => {
        setIsSubmitted(true);
        if (!isBlocked && isConfirmed) erase.mutate();
      }}
    >
      <p>
        Names, numbers, addresses, instructions and notes go from bookings, quotes, events, messages, stored
        answers and the log of calls; photos are deleted; an address that only this person’s bookings use
        becomes its town. What happened when, and what it cost, stays. It cannot be undone.
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
            {liveHids.join(', ')} {liveHids.length === 1 ? 'is' : 'are'} still under way: erase all the same.
            The crew will have nobody to call and no exact address.
          </span>
        </label>
      )}
      <TextField
        label={`Type “${CONFIRMATION_WORD}” to go on`}
        autoComplete="off"
        value={typedWord}
        error={isSubmitted && !isConfirmed ? `Type ${CONFIRMATION_WORD}.` : null}
        onChange={(event) => setTypedWord(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
