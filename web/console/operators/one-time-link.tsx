// One-time link that was just created: shown once to copy and share, with the status of its e-mail.
import type { LinkMail } from '../../../src/features/console/sign-in/sign-in-wire.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatShortDateTime } from '../../ui/format-time.ts';

interface OneTimeLinkProps {
  readonly url: string;
  readonly email: string;
  readonly mail: LinkMail;
  readonly expiresAt: string;
  readonly onDone: () => void;
}

export function OneTimeLink({ url, email, mail, expiresAt, onDone }: OneTimeLinkProps) {
  return (
    <>
      <p>
        {mail === 'not_connected'
          ? `Nothing carries mail here, so hand this link over to ${email} yourself.`
          : `It is being mailed to ${email}. You can also hand it over yourself.`}{' '}
        It works once, until {formatShortDateTime(Date.parse(expiresAt))}, and is shown this once.
      </p>
      <p className="rounded-lg border bg-code p-3 font-mono text-xs break-all text-ink select-all">{url}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={url} what="link" look="quiet" label="Copy link" />
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
