// What the application says to PostgreSQL in this worker, and in which role. Files of a worker share this module.
import { Client } from 'pg';

export interface HeardStatement {
  readonly role: string;
  readonly text: string;
}

const known = new Set<string>();
let news: HeardStatement[] = [];

/** What was said for the first time since the last call. */
export function takeNewStatements(): HeardStatement[] {
  const taken = news;
  news = [];
  return taken;
}

function note(role: string, text: string): void {
  const key = `${role} ${text}`;
  // What tests ask on their own, to prove that they get nothing, does not come from there.
  if (known.has(key) || !new Error().stack?.includes('/src/db/')) return;
  known.add(key);
  news.push({ role, text });
}

const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;

function listen(this: Client, ...args: unknown[]): unknown {
  const [what] = args;
  const text = typeof what === 'string' ? what : (what as { text?: unknown } | null)?.text;
  const { application_name: name } = (
    this as Client & { connectionParameters: { application_name?: string } }
  ).connectionParameters;
  const role = /^waybill:waybill_(\w+)$/.exec(name ?? '')?.[1];
  if (role !== undefined && typeof text === 'string') note(role, text);
  return original.apply(this, args);
}

Client.prototype.query = listen as typeof Client.prototype.query;
