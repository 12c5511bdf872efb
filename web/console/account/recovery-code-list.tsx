// Recovery codes, shown once, with a button that copies them.
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  return (
    <div className="grid gap-4 text-sm text-ink">
      <Notice tone="warn" title="Save these recovery codes">
        They are shown only once. Each code replaces your passkey or authenticator app for one sign-in.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-4 gap-y-1.5 rounded-lg border bg-code p-3 font-mono text-[0.8125rem]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
        <CopyButton text={codes.join('\n')} what="recovery codes" look="quiet" label="Copy all" />
      </div>
    </div>
  );
}
