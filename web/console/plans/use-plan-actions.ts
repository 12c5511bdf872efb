// Decisions about a plan: stop the search, apply it or a part of it, undo it, and compute another one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useToast } from '../../ui/toast.tsx';
import type { NewPlan, Plan } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import type { chosenPart } from './plan-changes.ts';
import { useStartPlan } from './use-start-plan.ts';

type Part = ReturnType<typeof chosenPart>;

export interface PlanActions {
  readonly stop: () => void;
  readonly apply: (part: Part) => void;
  readonly undo: () => void;
  readonly planAgain: (input: NewPlan) => void;
  readonly isStopping: boolean;
  readonly isApplying: boolean;
  readonly isUndoing: boolean;
  readonly isStarting: boolean;
  /** Of the last decision. */
  readonly error: Error | null;
}

export function usePlanActions({ id, version }: Plan): PlanActions {
  const write = useWrite();
  const client = useQueryClient();
  const toast = useToast();
  const dismissApplied = useRef(() => {});
  const refresh = async (plan: Plan | undefined) => {
    if (plan) client.setQueryData(['plan', id], plan);
    // After a refusal, the page shows what another dispatcher has changed.
    await Promise.all(
      [['plans'], ['planned-jobs'], ['board'], ...(plan ? [] : [['plan', id]])].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  const stop = useMutation({
    mutationFn: () => write<Plan>('POST', `/plans/${id}/stop`),
    onSettled: () => client.invalidateQueries({ queryKey: ['plan', id] }),
  });
  const undo = useMutation({
    mutationFn: () => write<Plan>('POST', `/plans/${id}/undo`),
    onSuccess: () => {
      // Its "Undo" would be refused.
      dismissApplied.current();
      toast(`Plan ${version} was undone.`);
    },
    onSettled: refresh,
  });
  const apply = useMutation({
    mutationFn: (part: Part) => write<Plan>('POST', `/plans/${id}/apply`, part),
    onSuccess: (_plan, part) => {
      const done = part
        ? `${part.bookings.length} jobs of plan ${version} were applied.`
        : `Plan ${version} was applied.`;
      dismissApplied.current = toast(done, 'good', { label: 'Undo', onChoose: () => undo.mutate() });
    },
    onSettled: refresh,
  });
  const start = useStartPlan();
  const decisions = [stop, apply, undo, start];
  const latest = decisions.toSorted((a, b) => b.submittedAt - a.submittedAt)[0];
  return {
    stop: () => stop.mutate(),
    apply: (part) => apply.mutate(part),
    undo: () => undo.mutate(),
    planAgain: (input) => start.mutate(input),
    // The search ends some moments after the request.
    isStopping: stop.isPending || stop.isSuccess,
    isApplying: apply.isPending,
    isUndoing: undo.isPending,
    isStarting: start.isPending,
    error: latest?.error ?? null,
  };
}
