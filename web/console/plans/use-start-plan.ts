// Starts a plan and opens its page. If another dispatcher has started one for the same day, that one is opened.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ApiError, query } from '../../client/api-request.ts';
import { useToast } from '../../ui/toast.tsx';
import type { NewPlan, Plan, PlanList } from '../api.ts';
import { callOperator } from '../operator-api.ts';
import { useWrite } from '../session-context.tsx';

export function useStartPlan() {
  const write = useWrite();
  const client = useQueryClient();
  const toast = useToast();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: async (input: NewPlan): Promise<string> => {
      try {
        const plan = await write<Plan>('POST', '/plans', input);
        client.setQueryData(['plan', plan.id], plan);
        return plan.id;
      } catch (error) {
        const running = isRunning(error) ? await findRunning(input) : undefined;
        if (running === undefined) throw error;
        toast('Another dispatcher is planning this day already. This is that plan.');
        return running;
      }
    },
    onSuccess: (id) => go(`/board/plans/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['plans'] }),
  });
}

const isRunning = (error: unknown) => error instanceof ApiError && error.code === 'plan_running';

async function findRunning({ area, day }: NewPlan): Promise<string | undefined> {
  const { data } = await callOperator<PlanList>(`/plans${query({ area, day, limit: 5 })}`);
  return data.find(({ status }) => status === 'computing')?.id;
}
