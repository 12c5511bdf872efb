// Dialog that resolves or snoozes an exception with a reason. Other operators see the reason.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Exception } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { kindLabels } from './exception-labels.ts';

interface ResolveDialogProps {
  readonly exception: Exception;
  readonly how: 'resolve' | 'snooze';
  readonly onClose: () => void;
}

const snoozeOptions = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '1440', label: '24 hours' },
];

export function ResolveDialog({ exception, how, onClose }: ResolveDialogProps) {
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState('15');
  const [isMissing, setIsMissing] = useState(false);
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const { key, kind, booking, says } = exception;
  const decide = useMutation({
    mutationFn: () =>
      write('POST', `/exceptions/${how}`, {
        key,
        reason: reason.trim(),
        ...(how === 'snooze' && { minutes: Number(minutes) }),
      }),
    onSuccess: () => {
      toast(how === 'resolve' ? 'Exception resolved.' : 'Exception snoozed. It returns if it still exists.');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['exceptions'] }),
  });
  const submit = () => {
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') decide.mutate();
  };
  const title = `${how === 'resolve' ? 'Resolve' : 'Snooze'}: ${booking?.hid ?? kindLabels[kind].label}`;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={decide.isPending} onClick={submit}>
            {how === 'resolve' ? 'Resolve' : 'Snooze'}
          </Button>
        </>
      }
    >
      <p>{says}</p>
      <form
        className="grid gap-3 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={how === 'resolve' ? 'Resolution' : 'Reason for snoozing'}
          hint="Other operators see it on the Decided tab, with your name."
          value={reason}
          maxLength={500}
          data-first
          error={isMissing ? 'Enter a short reason.' : (decide.error?.message ?? null)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {how === 'snooze' && (
          <Select label="Snooze for" options={snoozeOptions} value={minutes} onChange={setMinutes} />
        )}
      </form>
    </Dialog>
  );
}
