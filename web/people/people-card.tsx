// People with portal access: list, add, send a new link, remove. Shared by the portal and the console.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { IssuedMember, Member } from '../portal/api.generated.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useToast } from '../ui/toast.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';
import { LinkToCopy } from './link-to-copy.tsx';
import { type PeopleActions, portalRoleLabels } from './people-actions.ts';

interface PeopleCardProps {
  readonly title: string;
  readonly note: string;
  readonly people: readonly Member[];
  /** null: the list is shown without controls. */
  readonly actions: PeopleActions | null;
  /** The person who is signed in. */
  readonly ownId?: string | null;
}

export function PeopleCard({ title, note, people, actions, ownId = null }: PeopleCardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [issued, setIssued] = useState<IssuedMember | null>(null);
  const toast = useToast();
  function showIssued(person: IssuedMember): void {
    setIsAdding(false);
    if (person.url !== null) setIssued(person);
    else toast(`A link is on its way to ${person.email}.`);
  }
  const add = (
    <Button look="primary" size="small" icon="plus" onClick={() => setIsAdding(true)}>
      Add a person
    </Button>
  );
  return (
    <Card isFlush title={title} note={note} {...(actions && people.length > 0 && { aside: add })}>
      {people.length === 0 ? (
        <EmptyState icon="people" title="No people yet" {...(actions && { actions: add })}>
          People appear here. They sign in to the portal with links by e-mail, without a password.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t" aria-label={title}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isSelf={person.id === ownId}
              actions={actions}
              onIssued={showIssued}
            />
          ))}
        </ul>
      )}
      {actions && isAdding && (
        <AddPersonDialog actions={actions} onAdded={showIssued} onClose={() => setIsAdding(false)} />
      )}
      {issued?.url && (
        <Dialog title={`Link for ${issued.name}`} onClose={() => setIssued(null)}>
          <LinkToCopy person={issued} url={issued.url} onDone={() => setIssued(null)} />
        </Dialog>
      )}
    </Card>
  );
}

interface PersonRowProps {
  readonly person: Member;
  readonly isSelf: boolean;
  readonly actions: PeopleActions | null;
  readonly onIssued: (person: IssuedMember) => void;
}

function PersonRow({ person, isSelf, actions, onIssued }: PersonRowProps) {
  const { name, email, role, mail, last_signed_in_at } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          <Badge tone={role === 'admin' ? 'good' : 'quiet'}>{portalRoleLabels[role].name}</Badge>
          {isSelf && <Badge tone="quiet">You</Badge>}
          {mail === 'waiting' && <Badge tone="warn">Sending e-mail</Badge>}
          {mail === 'failed' && <Badge tone="bad">E-mail failed</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {email} ·{' '}
          {last_signed_in_at === null ? (
            'never signed in'
          ) : (
            <>
              signed in <RelativeTime at={last_signed_in_at} isInList tip="start" />
            </>
          )}
        </p>
      </div>
      {actions && <PersonButtons person={person} isSelf={isSelf} actions={actions} onIssued={onIssued} />}
    </li>
  );
}

function PersonButtons({
  person: { id, name },
  isSelf,
  actions,
  onIssued,
}: PersonRowProps & { readonly actions: PeopleActions }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const toast = useToast();
  const send = useMutation({
    mutationFn: () => actions.sendLink(id),
    onSuccess: onIssued,
    onError: (error) => toast(error.message, 'bad'),
    onSettled: actions.onDone,
  });
  const remove = useMutation({
    mutationFn: () => actions.remove(id),
    onSuccess: () => {
      toast(`${name} has no access any more.`);
      setIsRemoving(false);
    },
    onSettled: actions.onDone,
  });
  return (
    <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Button size="small" icon="mail" busy={send.isPending} onClick={() => send.mutate()}>
        Send link<span className="sr-only"> to {name}</span>
      </Button>
      <Button size="small" icon="trash" onClick={() => setIsRemoving(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={isSelf ? 'Remove yourself?' : `Remove ${name}?`}
          confirm="Remove"
          isDangerous
          busy={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsRemoving(false)}
        >
          {isSelf ? 'You are' : 'The person is'} signed out everywhere immediately and cannot sign in to the
          portal of this organization any more. The record of their past actions is kept.
        </ConfirmDialog>
      )}
    </div>
  );
}
