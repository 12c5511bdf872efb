// Access of a crew member to the crew page: issue a one-time link or a PIN, or revoke both.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { CrewAccess, CrewAccessGrant } from '../api.ts';
import { callOperator } from '../operator-api.ts';
import { useWrite } from '../session-context.tsx';
import { IssuedAccess } from './issued-access.tsx';

interface MemberAccessProps {
  readonly memberId: string;
  readonly firstName: string;
}

export function MemberAccess({ memberId, firstName }: MemberAccessProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="key" onClick={() => setIsOpen(true)}>
        Phone access<span className="sr-only"> of {firstName}</span>
      </Button>
      {isOpen && <AccessDialog {...{ memberId, firstName }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type AccessAction = 'link' | 'pin' | 'lift' | 'revoke';

function AccessDialog({
  memberId,
  firstName,
  onClose,
}: MemberAccessProps & { readonly onClose: () => void }) {
  const path = `/crew-members/${memberId}/access`;
  const write = useWrite();
  const client = useQueryClient();
  const queryKey = ['member-access', memberId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callOperator<CrewAccess>(path, { signal }),
  });
  const {
    mutate,
    isPending,
    error,
    variables,
    data: grant,
  } = useMutation({
    mutationFn: async (accessAction: AccessAction): Promise<CrewAccessGrant | undefined> => {
      if (accessAction === 'revoke') return write('DELETE', path);
      if (accessAction === 'lift') return write('DELETE', `${path}/pin-delay`);
      return write<CrewAccessGrant>('POST', path, { kind: accessAction });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const button = (accessAction: AccessAction, label: string, look: 'primary' | 'quiet' | 'danger-quiet') => (
    <Button
      look={look}
      busy={isPending && variables === accessAction}
      disabled={isPending}
      onClick={() => mutate(accessAction)}
    >
      {label}
    </Button>
  );
  return (
    <Dialog
      title={`Phone access of ${firstName}`}
      onClose={onClose}
      actions={
        <>
          {data && hasAccess(data) && button('revoke', 'Revoke access', 'danger-quiet')}
          {data?.pin_delayed_until && button('lift', 'Lift the delay', 'quiet')}
          {button('pin', data?.code ? 'Create a new PIN' : 'Create a PIN', 'quiet')}
          {button('link', 'Create a link', 'primary')}
        </>
      }
    >
      {data ? <AccessSummary access={data} /> : <Skeleton className="h-5 w-60" />}
      {grant && <IssuedAccess grant={grant} firstName={firstName} />}
      {error && <FieldError>{error.message}</FieldError>}
      <p className="text-[0.8125rem]">
        The crew page shows {firstName} the jobs of their crew. A link works once, within 24 hours. A PIN
        works with their phone number or the sign-in code.
      </p>
    </Dialog>
  );
}

/** Whether there is anything to revoke: a phone that is signed in, a PIN or an unused link. */
const hasAccess = ({ session_count, code, link_expires_at }: CrewAccess) =>
  session_count > 0 || code !== null || link_expires_at !== null;

function AccessSummary({ access }: { readonly access: CrewAccess }) {
  const {
    session_count: sessions,
    last_seen_at: seenAt,
    code,
    pin_delayed_until: delayedUntil,
    link_expires_at: linkUntil,
  } = access;
  const sentences = [
    sessions === 0
      ? 'Not signed in on any phone.'
      : `Signed in on ${sessions === 1 ? 'one phone' : `${sessions} phones`}.`,
    seenAt && `Last used ${englishTimes.dateTime(seenAt)}.`,
    linkUntil && `An unused link is valid until ${englishTimes.dateTime(linkUntil)}.`,
    code && `Has a PIN; the sign-in code is ${code}.`,
    delayedUntil && `After wrong PINs, a new phone has to wait until ${englishTimes.dateTime(delayedUntil)}.`,
  ];
  return <p className="text-ink">{sentences.filter(Boolean).join(' ')}</p>;
}
