// A check that sends one faulty request and expects one error: a row of a table.
import type { Check, Source } from '../check.ts';
import { type ExpectedError, expectError } from '../expectations.ts';
import type { Outgoing } from '../http-client.ts';
import type { Run } from '../run.ts';

export interface Refusal {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly send: (run: Run) => Outgoing | Promise<Outgoing>;
  readonly expect: ExpectedError;
}

export function refusal({ id, title, source, send, expect }: Refusal): Check {
  return {
    id,
    title,
    source,
    judge: async (run) => expectError(await run.send(await send(run)), expect),
  };
}

export const post = (path: string, body?: unknown): Outgoing => ({ method: 'POST', path, body });
export const patch = (path: string, body: unknown): Outgoing => ({ method: 'PATCH', path, body });
export const get = (path: string): Outgoing => ({ method: 'GET', path });
/** A uuid that no instance has given out. */
export const unknownId = 'f0000000-0000-4000-8000-00000000dead';
