// Notes of fault tests for the report of `npm run faults`: measured numbers and doctor results.
import { appendFileSync } from 'node:fs';
import type { Note } from '../../scripts/faults/run-parts.ts';

/** A sentence with numbers; also printed. */
export function measured(text: string): void {
  console.info(text);
  note({ kind: 'measured', text });
}

export function note(what: Note): void {
  const path = process.env['WAYBILL_NOTES'];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(what)}\n`);
}
