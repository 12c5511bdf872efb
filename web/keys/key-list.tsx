// Card with the API clients of an organization and the actions on them.
import { useState } from 'react';
import type { ApiKey, IssuedKey } from '../portal/api.generated.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IssuedSecret } from './issued-secret.tsx';
import type { KeyActions, ListTokens } from './key-actions.ts';
import { KeyRow } from './key-row.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

interface KeyListProps {
  /** Of the card; another one than that of the page. */
  readonly title?: string;
  readonly clients: readonly ApiKey[];
  readonly tokens: ListTokens;
  /** null for read-only users. */
  readonly actions: KeyActions | null;
  /** Scopes that may be granted to a new client. */
  readonly scopes: readonly string[];
  readonly ownClientId?: string | null;
  readonly lockOf?: (client: ApiKey) => string | null;
}

export function KeyListCard({
  title = 'API clients',
  clients,
  tokens,
  actions,
  scopes,
  ownClientId = null,
  lockOf,
}: KeyListProps) {
  const [isCreating, setIsCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedKey | null>(null);
  const create = (
    <Button look="primary" size="small" icon="plus" onClick={() => setIsCreating(true)}>
      Create a client
    </Button>
  );
  return (
    <Card
      isFlush
      title={title}
      note="Credentials with which programs get access tokens. A secret is shown once, when it is created."
      {...(actions && clients.length > 0 && { aside: create })}
    >
      {clients.length === 0 ? (
        <EmptyState icon="key" title="No API clients yet" {...(actions && { actions: create })}>
          API clients appear here. Create one for each program: it gets access tokens at POST /oauth/token
          with the client id and secret.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {clients.map((client) => (
            <KeyRow
              key={client.id}
              client={client}
              tokens={tokens}
              actions={actions}
              lock={lockOf?.(client) ?? null}
              isOwn={client.client_id === ownClientId}
              derivedCount={clients.filter((key) => key.created_by_client_id === client.client_id).length}
              origin={clients.find((key) => key.client_id === client.created_by_client_id) ?? null}
              onIssued={setIssued}
            />
          ))}
        </ul>
      )}
      {actions && isCreating && (
        <NewKeyDialog
          actions={actions}
          scopes={scopes}
          onClose={() => setIsCreating(false)}
          onIssued={(key) => {
            setIsCreating(false);
            setIssued(key);
          }}
        />
      )}
      {issued && <IssuedSecret issued={issued} onClose={() => setIssued(null)} />}
    </Card>
  );
}
