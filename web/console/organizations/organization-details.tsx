// Details of an organization: operations e-mail, language of customer messages, cancellation policy.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { OrganizationFacts, PolicyTier } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { CancellationPolicyDialog } from './cancellation-policy-dialog.tsx';
import { organizationQuery } from './organization-queries.ts';

export function OrganizationDetailsCard({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(organizationQuery(id));
  const [isEditing, setIsEditing] = useState(false);
  const [isEditingPolicy, setIsEditingPolicy] = useState(false);
  const mayEdit = useHasRole('admin');
  return (
    <Card
      title="Details"
      aside={
        mayEdit &&
        data && (
          <Button size="small" icon="edit" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-20 max-w-md" />}
      {data && (
        <OrganizationFields organization={data} onPolicy={mayEdit ? () => setIsEditingPolicy(true) : null} />
      )}
      {isEditingPolicy && data && (
        <CancellationPolicyDialog organization={data} onClose={() => setIsEditingPolicy(false)} />
      )}
      {isEditing && data && <EditDialog organization={data} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

interface OrganizationFieldsProps {
  readonly organization: OrganizationFacts;
  /** null: the operator may not edit the policy. */
  readonly onPolicy: (() => void) | null;
}

function OrganizationFields({ organization, onPolicy }: OrganizationFieldsProps) {
  const { tiers } = organization.cancellation_policy;
  return (
    <dl className="grid gap-x-6 gap-y-3 max-sm:gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)] max-sm:[&>dd:not(:last-child)]:mb-2.5">
      <dt className="text-muted">Operations e-mail</dt>
      <dd>{organization.contact_email ?? 'Not set: failing webhooks are not reported by e-mail'}</dd>
      <dt className="text-muted">Language of customer messages</dt>
      <dd>{languages[organization.language]}</dd>
      <dt className="text-muted">Cancellation policy</dt>
      <dd>
        {tiers.length === 0 ? (
          <p>Cancellation is free</p>
        ) : (
          <ul className="grid gap-1">
            {tiers.map((tier) => (
              <li key={`${tier.from} ${tier.notice_minutes ?? ''}`}>{formatTier(tier)}</li>
            ))}
          </ul>
        )}
        {onPolicy && (
          <Button look="plain" size="small" icon="edit" className="-ml-2.5" onClick={onPolicy}>
            Edit<span className="sr-only"> the cancellation policy</span>
          </Button>
        )}
      </dd>
    </dl>
  );
}

const languages = { en: 'English', es: 'Spanish' } as const;

const startLabels: Readonly<Record<PolicyTier['from'], string>> = {
  notice: 'before the window',
  crew_assigned: 'From crew assignment',
  crew_departed: 'From crew departure',
  crew_arrived: 'From crew arrival',
};

const formatDollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

function formatTier({ from, notice_minutes, fee }: PolicyTier): string {
  const when =
    from === 'notice'
      ? `From ${formatMinutes(notice_minutes ?? 0)} ${startLabels.notice}`
      : startLabels[from];
  const parts = [
    ...(fee.percent === undefined ? [] : [`${fee.percent}% of the estimate`]),
    ...(fee.cents === undefined ? [] : [formatDollars(fee.cents)]),
  ];
  const bounds = [
    ...(fee.min_cents === undefined ? [] : [`at least ${formatDollars(fee.min_cents)}`]),
    ...(fee.max_cents === undefined ? [] : [`at most ${formatDollars(fee.max_cents)}`]),
  ];
  return `${when}: ${[parts.join(' plus ') || 'no fee', ...bounds].join(', ')}`;
}

function formatMinutes(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

interface EditDialogProps {
  readonly organization: OrganizationFacts;
  readonly onClose: () => void;
}

function EditDialog({ organization, onClose }: EditDialogProps) {
  const [language, setLanguage] = useState<string>(organization.language);
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (change: object) =>
      write<OrganizationFacts>('PATCH', `/organizations/${organization.id}`, change),
    onSuccess: (updated) => {
      client.setQueryData(organizationQuery(organization.id).queryKey, updated);
      void client.invalidateQueries({ queryKey: ['organizations'] });
      toast('Organization saved.');
      onClose();
    },
  });
  const failure = errorForOtherParams(save.error, 'name', 'contact_email');
  return (
    <Dialog title="Edit the organization" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const formData = new FormData(event.currentTarget);
          const email = String(formData.get('contact_email')).trim();
          save.mutate({
            name: String(formData.get('name')).trim(),
            contact_email: email === '' ? null : email,
            language,
          });
        }}
        className="grid gap-4 text-ink"
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={organization.name}
          required
          maxLength={255}
          error={errorForParam(save.error, 'name')}
        />
        <TextField
          label="Operations e-mail"
          name="contact_email"
          type="email"
          defaultValue={organization.contact_email ?? ''}
          maxLength={255}
          hint="Notified when the organization's webhooks fail. Leave empty for no notifications."
          error={errorForParam(save.error, 'contact_email')}
        />
        <Select
          label="Language of customer messages"
          value={language}
          onChange={setLanguage}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
