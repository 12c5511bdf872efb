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
