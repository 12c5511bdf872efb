// Where operators come in.
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { OperatorSession, SignInRequest } from '../../../src/features/console/session/session-wire.ts';
import { Button } from '../../ui/button.tsx';
import { Entrance } from '../../ui/entrance.tsx';
import { TextField } from '../../ui/field.tsx';
import { callOperator } from '../operator-api.ts';

interface SignInPageProps {
  /** Why somebody who was inside stands here again. */
  readonly ended: 'expired' | 'signed-out' | null;
  readonly onEnter: (session: OperatorSession) => void;
}

const words = {
  expired: 'Your session has ended. Sign in to go on where you were.',
  'signed-out': 'You are signed out. This browser can no longer see or change anything.',
  none: 'The console is for those who run the deliveries.',
};

export function SignInPage({ ended, onEnter }: SignInPageProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function enter(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body: SignInRequest = {
      email: String(given.get('email')).trim(),
      password: String(given.get('password')),
    };
    setBusy(true);
    setFailure(null);
    try {
      onEnter(await callOperator<OperatorSession>('/sessions', { method: 'POST', body }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <Entrance title="Sign in">
      <p>{words[ended ?? 'none']}</p>
      <form ref={form} onSubmit={(event) => void enter(event)} className="grid gap-4 text-sm text-ink">
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={255}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={failure}
        />
        <Button type="submit" look="primary" busy={busy} className="justify-self-start">
          Sign in
        </Button>
      </form>
    </Entrance>
  );
}
