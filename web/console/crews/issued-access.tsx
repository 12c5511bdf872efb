// One-time link or PIN that was just issued to a crew member. It is shown once.
import { CodeBlock } from '../../ui/code-block.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import type { CrewAccessGrant } from '../api.ts';

const smsOutcomes = {
  sent: 'The link was sent by SMS.',
  failed: 'The SMS could not be sent: share the link yourself.',
  no_number: 'The phone number is not known: share the link yourself.',
  not_configured: 'SMS is not configured: share the link yourself.',
} as const satisfies Record<NonNullable<CrewAccessGrant['sms']>, string>;

export function IssuedAccess({
  grant,
  firstName,
}: {
  readonly grant: CrewAccessGrant;
  readonly firstName: string;
}) {
  const { url, sms, code, pin } = grant;
  return (
    <div role="status" className="grid gap-3 rounded-xl border p-3">
      {url !== undefined && (
        <>
          <p className="font-medium text-ink">
            {sms && smsOutcomes[sms]} It works once, on the first phone that opens it, and is shown only now.
          </p>
          <CodeBlock title="Link" code={url} />
          <div className="grid justify-items-center">
            <QrCode text={url} label={`QR code of the link for ${firstName}`} />
          </div>
        </>
      )}
      {pin !== undefined && (
        <p className="text-ink">
          Code <strong className="font-mono text-base">{code}</strong>, PIN{' '}
          <strong className="font-mono text-base">{pin}</strong>. The PIN is shown only now.
        </p>
      )}
    </div>
  );
}
