// Sign-in page: by phone number or code and PIN. Loaded only without a session. One-time links are handled in `main.tsx`.
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { counted } from '../../ui/interpolate.ts';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Words } from '../messages.ts';
import { Refused } from '../offline/crew-api.ts';
import type { Absence, OfflineModel, OfflineView } from '../offline/offline-model.ts';
import { type SignInWords, signInMessages } from './sign-in-messages.ts';

interface SignInPageProps {
  readonly words: Words;
  readonly view: OfflineView;
  readonly phone: OfflineModel;
}

const reasons = {
  new: 'signInNew',
  ended: 'signInEnded',
  'signed-out': 'signInOut',
  'spent-link': 'signInSpent',
  unreachable: 'signInUnreachable',
} as const satisfies Record<Absence, keyof SignInWords>;

export function SignInPage({ words, view, phone }: SignInPageProps) {
  const [language] = useLanguage();
  const texts = signInMessages[language];
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { absence, othersWaitingCount } = view;

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setError(null);
    try {
      await phone.signIn(String(form.get('name')), String(form.get('pin')));
    } catch (failure) {
      setError(errorTextOf(failure, texts));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <main className="grid flex-1 content-center gap-4 px-4 pb-10">
      <div className="grid gap-5 rounded-2xl border bg-card p-5 text-base shadow-float">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{texts.signInTitle}</h1>
          <p className="mt-1 text-muted">{texts[reasons[absence]]}</p>
        </div>
        <form onSubmit={(event) => void submit(event)} className="grid gap-4">
          <TextField label={texts.nameLabel} name="name" autoComplete="username" required maxLength={40} />
          <TextField
            label={texts.pinLabel}
            name="pin"
            type="password"
            inputMode="numeric"
            autoComplete="current-password"
            required
            maxLength={40}
            error={error}
          />
          <Button type="submit" look="primary" busy={isBusy} className="min-h-13! text-base">
            {words.signIn}
          </Button>
        </form>
      </div>
      {othersWaitingCount > 0 && (
        <Notice tone="warn" title={counted(words.waiting_one, words.waiting_other, othersWaitingCount)}>
          {words.keptNote}
        </Notice>
      )}
    </main>
  );
}

function errorTextOf(error: unknown, texts: SignInWords): string {
  if (!(error instanceof Refused) || error.status >= 500) return texts.serverUnreachable;
  if (error.status !== 429) return texts.wrongPin;
  const minutes = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000));
  return counted(texts.tooMany_one, texts.tooMany_other, minutes);
}
