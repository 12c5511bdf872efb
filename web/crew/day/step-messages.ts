// Names of the steps.
import type { Words } from '../messages.ts';
import type { StepAction } from '../offline/offline-store.ts';

export const stepMessages = {
  depart: 'stepDepart',
  arrive: 'stepArrive',
  complete: 'stepComplete',
  cannot_complete: 'stepCannot',
  note: 'stepNote',
  problem: 'stepCannot',
} as const satisfies Record<StepAction['kind'], keyof Words>;
