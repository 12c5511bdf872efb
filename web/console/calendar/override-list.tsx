// Current and future capacity overrides of an area.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { CapacityOverride } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { formatDayRange, formatOverride } from './calendar-labels.ts';

export function OverrideList({ overrides }: { readonly overrides: readonly CapacityOverride[] }) {
  const [removing, setRemoving] = useState<CapacityOverride | null>(null);
  const mayPlan = useHasRole('dispatcher');
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: CapacityOverride) => write('DELETE', `/capacity-overrides/${id}`),
    onSuccess: () => {
      toast('Change removed. The regular capacity applies again.');
      setRemoving(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['capacity'] }),
  });
  return (
    <Card title="Changed days and hours" note="Holidays, closed hours and other capacity." isFlush>
      {overrides.length === 0 ? (
        <EmptyState icon="calendar" title="No changes planned">
          Changed days appear here. Select a day or an hour above to close it or to change its capacity.
        </EmptyState>
      ) : (
        <ul className="divide-y border-t">
          {overrides.map((override) => (
            <li key={override.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
              <span className="w-36 font-semibold tabular-nums">{formatDayRange(override)}</span>
              <span className="min-w-0 flex-1 basis-56">
                {formatOverride(override)}
                <span className="block text-[0.8125rem] text-muted">
                  {[override.reason, override.created_by].filter(Boolean).join(' · ')}
                </span>
              </span>
              {mayPlan && (
                <Button
                  size="small"
                  look="plain"
                  icon="trash"
                  aria-label={`Remove ${formatDayRange(override)}, ${formatOverride(override)}`}
                  onClick={() => setRemoving(override)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title="Remove this change?"
          confirm="Remove"
          busy={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>
            {formatDayRange(removing)}: {formatOverride(removing)}. Partners can book these hours again
            immediately.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
