// Queries and mutations of the crews page.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { useToast } from '../../ui/toast.tsx';
import type {
  CrewPerson,
  CrewReplacementList,
  ListedCrew,
  ScheduledCrew,
  ShiftPatternList,
  Vehicle,
} from '../api.ts';
import { callOperator } from '../operator-api.ts';
import { useWrite } from '../session-context.tsx';

interface List<Item> {
  readonly data: readonly Item[];
}

/** Page limit: at most 2,000 crews are loaded. */
const MAX_PAGES = 20;

async function allCrews(signal: AbortSignal): Promise<List<ListedCrew>> {
  const data: ListedCrew[] = [];
  let path = '/crews?limit=100';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await callOperator<List<ListedCrew> & { next: string | null }>(path, { signal });
    data.push(...response.data);
    if (response.next === null) break;
    path = `/crews${new URL(response.next).search}`;
  }
  return { data };
}

export const crewsQuery = queryOptions({
  queryKey: ['crews', 'all'],
  queryFn: ({ signal }) => allCrews(signal),
});

/** Loaded again by changes of crews and engagements. */
export const replacementsQuery = (crewId: string) =>
  queryOptions({
    queryKey: ['crews', 'replacements', crewId],
    queryFn: ({ signal }) => callOperator<CrewReplacementList>(`/crews/${crewId}/replacements`, { signal }),
    staleTime: 0,
  });

export const vehiclesQuery = queryOptions({
  queryKey: ['vehicles'],
  queryFn: ({ signal }) => callOperator<List<Vehicle>>('/vehicles', { signal }),
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => callOperator<List<CrewPerson>>('/crew-members', { signal }),
});

export const scheduleQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['shifts', from, to],
    queryFn: ({ signal }) =>
      callOperator<List<ScheduledCrew>>(`/crew-schedule${query({ from, to })}`, { signal }),
  });

export const patternsQuery = (crewId: string) =>
  queryOptions({
    queryKey: ['shift-patterns', crewId],
    queryFn: ({ signal }) =>
      callOperator<ShiftPatternList>(`/shift-patterns${query({ crew_id: crewId })}`, { signal }),
  });

export interface RosterWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly done: string;
  /** Write that the toast offers to undo this one. */
  readonly undo?: RosterWrite;
}

/** Mutation of crews, crew members, vehicles or shifts. The caller shows errors. */
export function useRosterWrite() {
  const write = useWrite();
  const showToast = useToast();
  const client = useQueryClient();
  async function showDone({ done, undo }: RosterWrite): Promise<void> {
    const keys = ['crews', 'vehicles', 'members', 'shifts', 'shift-patterns', 'board'];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    showToast(done, 'good', undo && { label: 'Undo', onChoose: () => void runUndo(undo) });
  }
  /** The dialog of the first write is closed: a toast shows the error. */
  async function runUndo(undo: RosterWrite): Promise<void> {
    try {
      await write(undo.method, undo.path, undo.body);
      await showDone(undo);
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'bad');
    }
  }
  return useMutation({
    mutationFn: ({ method, path, body }: RosterWrite) => write(method, path, body),
    onSuccess: (_response, done) => showDone(done),
  });
}
