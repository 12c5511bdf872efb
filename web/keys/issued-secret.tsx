// Dialog that shows a new client secret. The server stores a hash only, so the secret cannot be shown again.
import type { IssuedKey } from '../portal/api.generated.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { tokenRequest } from './token-request.ts';

interface IssuedSecretProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
}

export function IssuedSecret({ issued: { name, client_id, client_secret }, onClose }: IssuedSecretProps) {
  return (
    <Dialog
      title={`Client secret of ${name}`}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <p>
        Store the secret now. Only a hash of it is kept, so it cannot be shown again. If you lose it, rotate
        the secret.
      </p>
      <CodeBlock title="client_id" code={client_id} />
      <CodeBlock title="client_secret" code={client_secret} />
      <p>To check it, get an access token with the secret in the environment:</p>
      <CodeBlock title="Get an access token" code={tokenRequest({ client_id })} />
    </Dialog>
  );
}
