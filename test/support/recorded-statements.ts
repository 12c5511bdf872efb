// Records the SQL statements of the application in this worker process, with their role. Test files of a worker share
// this module.
import { Client } from 'pg';

export interface RecordedStatement {
  readonly role: string;
  readonly text: string;
}

const known = new Set<string>();
let newStatements: RecordedStatement[] = [];

/** Statements that were recorded for the first time since the last call. */
export function takeRecordedStatements(): RecordedStatement[] {
  const taken = newStatements;
  newStatements = [];
  return taken;
}

function record(role: string, text: string): void {
  const key = `${role} ${text}`;
  // Statements sent by tests themselves do not come from src/db/ and are ignored.
  if (known.has(key) || !new Error().stack?.includes('/src/db/')) return;
  known.add(key);
  newStatements.push({ role, text });
}

const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;

function recordingQuery(this: Client, ...args: unknown[]): unknown {
  const [what] = args;
  const query = what as { text?: unknown; statements?: readonly { text: string }[] } | null;
  const texts =
    typeof what === 'string' ? [what] : (query?.statements?.map(({ text }) => text) ?? [query?.text]);
  const { application_name: name } = (
    this as Client & { connectionParameters: { application_name?: string } }
  ).connectionParameters;
  const role = /^waybill:waybill_(\w+)$/.exec(name ?? '')?.[1];
  for (const text of texts) if (role !== undefined && typeof text === 'string') record(role, text);
  return original.apply(this, args);
}

Client.prototype.query = recordingQuery as typeof Client.prototype.query;
