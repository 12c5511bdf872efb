// One-time link that was just created: shown once to copy and share, with the status of its e-mail.
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { LinkMail } from '../api.ts';

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
          ? `E-mail is not configured. Send this link to ${email} yourself.`
          : `The link is being e-mailed to ${email}. You can also share it yourself.`}{' '}
        It works once, until {englishTimes.dateTime(expiresAt)}, and is shown only now.
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
