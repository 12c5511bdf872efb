// Dialog that edits the cancellation policy of an organization: fee tiers, of which the highest applicable fee is
// charged.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { OrganizationFacts, PolicyTier } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { organizationQuery } from './organization-queries.ts';
import { draftOf, type TierDraft, tierOf } from './tier-draft.ts';

const MAX_TIERS = 20;
const startOptions = [
  { value: 'notice', label: 'A time before the window' },
  { value: 'crew_assigned', label: 'A crew is assigned' },
  { value: 'crew_departed', label: 'The crew departs' },
  { value: 'crew_arrived', label: 'The crew arrives' },
] as const;

interface CancellationPolicyDialogProps {
  readonly organization: OrganizationFacts;
  readonly onClose: () => void;
}

export function CancellationPolicyDialog({ organization, onClose }: CancellationPolicyDialogProps) {
  const [tiers, setTiers] = useState(() => organization.cancellation_policy.tiers.map(draftOf));
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      write<OrganizationFacts>('PUT', `/organizations/${organization.id}/cancellation-policy`, {
        tiers: tiers.map(tierOf),
      }),
    onSuccess: (updated) => {
      client.setQueryData(organizationQuery(organization.id).queryKey, updated);
      toast(
        updated.cancellation_policy.tiers.length === 0
          ? 'Saved. Cancellation is now free.'
          : 'Cancellation policy saved.',
      );
      onClose();
    },
  });
  const errorIndex = save.error instanceof ApiError ? tierAt(save.error.param) : null;
  const change = (nth: number, to: Partial<TierDraft>) =>
    setTiers((before) => before.with(nth, { ...(before[nth] ?? draftOf(firstTier)), ...to }));
  return (
    <Dialog title="Cancellation policy" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
        className="grid gap-4 text-ink"
      >
        <p className="text-muted">
          If several tiers apply when a partner cancels, the highest fee is charged. Without tiers,
          cancellation is free. Changes apply immediately, also to existing bookings.
        </p>
        <ol className="grid gap-4">
          {tiers.map((tier, nth) => (
            <li key={tier.row} className="rounded-lg border p-3">
              <TierFields
                tier={tier}
                nth={nth}
                error={errorIndex === nth ? formatTierError(save.error) : null}
                onChange={(to) => change(nth, to)}
                onRemove={() => setTiers((before) => before.toSpliced(nth, 1))}
              />
            </li>
          ))}
        </ol>
        {save.error && errorIndex === null && <FieldError>{save.error.message}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button
            icon="plus"
            className="mr-auto"
            disabled={tiers.length >= MAX_TIERS}
            onClick={() => setTiers((before) => [...before, draftOf(firstTier)])}
          >
            Add a tier
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

const firstTier: PolicyTier = { from: 'notice', notice_minutes: 1_440, fee: {} };

/** The error is shown next to its tier, so the index is left out. */
function formatTierError(error: Error | null): string | null {
  return error === null ? null : error.message.replace(/^tiers\[\d+\]\./, 'Its ');
}

function tierAt(param: string | null): number | null {
  const [, nth] = /^tiers\[(\d+)\]/.exec(param ?? '') ?? [];
  return nth === undefined ? null : Number(nth);
}

interface TierFieldsProps {
  readonly tier: TierDraft;
  readonly nth: number;
  readonly error: string | null;
  readonly onChange: (to: Partial<TierDraft>) => void;
  readonly onRemove: () => void;
}

function TierFields({ tier, nth, error, onChange, onRemove }: TierFieldsProps) {
  const numberField = (
    name: 'hours' | 'percent' | 'dollars' | 'least' | 'most',
    label: string,
    max?: number,
  ) => (
    <TextField
      label={label}
      type="number"
      min={0}
      max={max}
      step="any"
      value={tier[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">Tier {nth + 1}</legend>
      <div className="col-span-2 flex items-end gap-2">
        <Select
          label="Applies from"
          className="min-w-0 flex-1"
          value={tier.from}
          options={startOptions}
          onChange={(value) =>
            onChange({ from: startOptions.find((each) => each.value === value)?.value ?? 'notice' })
          }
        />
        <IconButton icon="trash" label={`Remove tier ${nth + 1}`} onClick={onRemove} />
      </div>
      {tier.from === 'notice' && (
        <div className="col-span-2">{numberField('hours', 'Hours before the window', 720)}</div>
      )}
      {numberField('percent', '% of estimate', 100)}
      {numberField('dollars', 'Fixed amount, in $')}
      {numberField('least', 'Minimum, in $')}
      {numberField('most', 'Maximum, in $')}
      {error !== null && (
        <div className="col-span-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
