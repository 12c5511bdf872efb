// Use case: export security events as CSV or NDJSON. Reads page by page, so that memory stays bounded; the export is a
// security event itself.
import type { Actor } from '../../../lib/actor.ts';
import { csvText } from '../../../lib/csv.ts';
import type { CredentialAdminContext } from './admin-context.ts';
import {
  filterOf,
  type ListedSecurityEvent,
  presentSecurityEvent,
  type SecurityEventQuery,
} from './list-security-events.ts';
import { listSecurityEventRows } from './security-event-list-store.ts';

export type ExportFormat = 'csv' | 'ndjson';

/** Entries of one export. More: narrow the time range. */
export const MAX_EXPORTED_EVENTS = 100_000;
const rowsPerPage = 1_000;

/** The text of the file in pieces. Throws for an invalid query before the first piece. */
export async function exportSecurityEvents(
  { system, security }: Pick<CredentialAdminContext, 'system' | 'security'>,
  query: SecurityEventQuery,
  format: ExportFormat,
  actor: Actor,
): Promise<AsyncGenerator<string>> {
  const filter = filterOf(query);
  const subject = { kind: 'security_events', id: format };
  await security.record(system, { event: 'security_events.exported', actor, accountId: null, subject });
  return pieces();

  async function* pieces(): AsyncGenerator<string> {
    if (format === 'csv') yield `${columns.map(([name]) => name).join(',')}\r\n`;
    let after: { at: string; id: string } | undefined;
    for (let written = 0; written < MAX_EXPORTED_EVENTS; written += rowsPerPage) {
      const rows = await listSecurityEventRows(system, filter, { after, limit: rowsPerPage });
      if (rows.length > 0) yield rows.map(presentSecurityEvent).map(lineOf[format]).join('');
      const last = rows.at(-1);
      if (!last || rows.length < rowsPerPage) return;
      after = { at: last.position, id: last.id };
    }
  }
}

const columns: readonly [name: string, cell: (event: ListedSecurityEvent) => string | null | undefined][] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at.toISOString()],
  ['event', ({ event }) => event],
  ['severity', ({ severity }) => severity],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['account_id', ({ account }) => account?.id],
  ['account_name', ({ account }) => account?.name],
  ['subject_kind', ({ subject }) => subject.kind],
  ['subject_id', ({ subject }) => subject.id],
  ['subject_name', ({ subject }) => subject.name],
  ['address', ({ address }) => address],
  ['request_id', ({ request_id }) => request_id],
  ['changed', ({ changed }) => changed.join(' ')],
];

const lineOf: Readonly<Record<ExportFormat, (event: ListedSecurityEvent) => string>> = {
  csv: (event) => `${columns.map(([, cell]) => csvText(cell(event))).join(',')}\r\n`,
  ndjson: (event) => `${JSON.stringify(event)}\n`,
};
