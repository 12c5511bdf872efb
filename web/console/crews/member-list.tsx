// List of crew members, with dialogs that add, edit and retire a crew member.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { CrewPerson } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { crewsQuery, membersQuery } from './crew-queries.ts';
import { MemberAccess } from './member-access.tsx';
import { plainPhoneNumber } from './plain-phone-number.ts';
import { RetireDialog } from './retire-dialog.tsx';
import { RosterForm, textOf } from './roster-form.tsx';

export function MemberList() {
  const { data, error, refetch } = useQuery(membersQuery);
  const { data: crews } = useQuery(crewsQuery);
  const mayWrite = useHasRole('dispatcher');
  const [edited, setEdited] = useState<CrewPerson | 'new' | null>(null);
  const [retiring, setRetiring] = useState<CrewPerson | null>(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const crewName = (id: string | null) => crews?.data.find((crew) => crew.id === id)?.name ?? 'No crew';
  const add = mayWrite && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      Add a crew member
    </Button>
  );
  return (
    <div className="grid gap-3">
      <div className="flex justify-end">{data && data.data.length > 0 && add}</div>
      <Card isFlush>
        {!data && <SkeletonRows label="Loading crew members" />}
        {data?.data.length === 0 && (
          <EmptyState icon="people" title="No crew members yet" actions={add || undefined}>
            Crew members appear here. Customers see their first names, never their phone numbers.
          </EmptyState>
        )}
        <ul className="divide-y">
          {data?.data.map((member) => (
            <li key={member.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="font-semibold">{member.first_name}</p>
                <p className="text-muted">
                  {crewName(member.crew_id)}
                  {member.phone_number !== null && (
                    <>
                      {' · '}
                      <PhoneLink number={member.phone_number} who={member.first_name} />
                    </>
                  )}
                </p>
              </div>
              {mayWrite && (
                <div className="flex flex-wrap gap-2">
                  <MemberAccess memberId={member.id} firstName={member.first_name} />
                  <Button size="small" icon="edit" onClick={() => setEdited(member)}>
                    Edit<span className="sr-only"> {member.first_name}</span>
                  </Button>
                  <Button size="small" look="danger-quiet" onClick={() => setRetiring(member)}>
                    Retire<span className="sr-only"> {member.first_name}</span>
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {edited && <MemberDialog member={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {retiring && (
        <RetireDialog
          name={retiring.first_name}
          path={`/crew-members/${retiring.id}`}
          consequence="They leave their crew and can no longer sign in."
          onClose={() => setRetiring(null)}
        />
      )}
    </div>
  );
}

function MemberDialog({
  member,
  onClose,
}: {
  readonly member: CrewPerson | null;
  readonly onClose: () => void;
}) {
  return (
    <RosterForm
      title={member ? `Edit ${member.first_name}` : 'Add a crew member'}
      save={member ? 'Save' : 'Add'}
      params={['first_name', 'phone_number']}
      onClose={onClose}
      read={(form) => {
        const first_name = textOf(form, 'first_name');
        const body = { first_name, phone_number: plainPhoneNumber(textOf(form, 'phone_number')) || null };
        return member
          ? { method: 'PATCH', path: `/crew-members/${member.id}`, body, done: `${first_name} updated.` }
          : { method: 'POST', path: '/crew-members', body, done: `${first_name} added.` };
      }}
    >
      {(errorFor) => (
        <>
          <TextField
            label="First name"
            name="first_name"
            required
            maxLength={255}
            defaultValue={member?.first_name ?? ''}
            error={errorFor('first_name')}
          />
          <TextField
            label="Phone number"
            name="phone_number"
            type="tel"
            placeholder="+1 212 555 0142"
            hint="Optional, with the country code. Private. Calls to the masked number are forwarded to it. Partners and customers never see it."
            defaultValue={member?.phone_number ?? ''}
            error={errorFor('phone_number')}
          />
        </>
      )}
    </RosterForm>
  );
}
