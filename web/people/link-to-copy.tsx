// The link of a person where no e-mail service is configured: shown once, to copy and pass on.
import type { IssuedMember } from '../portal/api.generated.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { englishTimes } from '../ui/time-format.ts';

interface LinkToCopyProps {
  readonly person: IssuedMember;
  readonly url: string;
  readonly onDone: () => void;
}

export function LinkToCopy({ person: { email, url_expires_at }, url, onDone }: LinkToCopyProps) {
  return (
    <>
      <p>
        E-mail is not configured. Send this link to {email} yourself. It works once
        {url_expires_at !== null && `, until ${englishTimes.dateTime(url_expires_at)}`}, and is shown only
        now.
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
