// Set-up of a second factor: scan the QR code and enter a code, then save the recovery codes.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import type { FactorSetup, RecoveryCodes } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { CodeField } from '../sign-in/code-form.tsx';
import { type FormCall, useFormCall } from '../sign-in/use-form-call.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';

interface SecondFactorSetupProps {
  /** The factor is on; the recovery codes are shown. */
  readonly onConfirmed?: () => void;
  /** The recovery codes are saved. */
  readonly onDone: () => void;
}

export function SecondFactorSetup({ onConfirmed, onDone }: SecondFactorSetupProps) {
  const [setup, setSetup] = useState<FactorSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const write = useWrite();
  const call = useFormCall();

  function begin(): void {
    call.run(async () => setSetup(await write<FactorSetup>('POST', '/me/second-factor', {})));
  }
  function confirm(code: string): void {
    call.run(async () => {
      const response = await write<RecoveryCodes>('POST', '/me/second-factor/confirm', { code });
      setCodes(response.recovery_codes);
      onConfirmed?.();
    });
  }

  if (codes !== null) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (setup !== null) return <ScanStep setup={setup} call={call} onCode={confirm} />;
  return (
    <div className="grid gap-3 text-sm">
      {call.error && <FieldError>{call.error.message}</FieldError>}
      <Button look="primary" icon="shield" className="justify-self-start" busy={call.busy} onClick={begin}>
        Set up
      </Button>
    </div>
  );
}

interface ScanStepProps {
  readonly setup: FactorSetup;
  readonly call: FormCall;
  readonly onCode: (code: string) => void;
}

function ScanStep({ setup: { secret, uri }, call, onCode }: ScanStepProps) {
  return (
    <div className="grid gap-4 text-sm text-ink">
      <p>
        Scan this QR code with an authenticator app, such as Google Authenticator, 1Password or Aegis. Then
        enter the code that the app shows.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="grid min-w-0 flex-[1_1_14rem] gap-1.5">
          <p className="font-semibold">Cannot scan?</p>
          <p className="text-muted">Enter this key in the app (time-based, six digits).</p>
          <div className="flex flex-wrap items-center gap-1">
            <code className="font-mono text-[0.8125rem] break-all">
              {secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
            </code>
            <CopyButton text={secret} what="key" />
          </div>
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onCode(String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, ''));
        }}
        className="grid max-w-sm gap-3"
      >
        <CodeField label="Code" error={call.error?.message} />
        <Button type="submit" look="primary" busy={call.busy} className="justify-self-start">
          Confirm
        </Button>
      </form>
    </div>
  );
}
