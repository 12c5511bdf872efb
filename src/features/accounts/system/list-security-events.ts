// Use case: list security events by page, for operators and the command line.
import type { SystemDatabase } from '../../../db/system-database.ts';
import {
  type SecurityEventName,
  type Severity,
  securityEventNames,
  securityEvents,
} from '../../../domain/account/security-event.ts';
import { Problem } from '../../../lib/problem.ts';
import {
  findEntryTime,
  listSecurityEventRows,
  type PositionedRow,
  type Reference,
  type SecurityEventFilter,
  type SecurityEventRow,
} from './security-event-list-store.ts';

export interface SecurityEventQuery {
  readonly event?: SecurityEventName | undefined;
  readonly severity?: Severity | undefined;
  /** Id, kind, or `kind:id`. */
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly accountId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A row with the severity and title of its event. */
export interface ListedSecurityEvent extends SecurityEventRow {
  readonly severity: Severity;
  readonly title: string;
}

export interface SecurityEventsPage {
  readonly data: ListedSecurityEvent[];
  /** Id of the last entry of the page; null on the last page. */
  readonly next: string | null;
}

export async function listSecurityEvents(
  system: SystemDatabase,
  query: SecurityEventQuery,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<SecurityEventsPage> {
  const position = after === undefined ? undefined : await positionOf(system, after);
  const rows = await listSecurityEventRows(system, filterOf(query), { after: position, limit: limit + 1 });
  const data = rows.slice(0, limit).map(presentSecurityEvent);
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}

async function positionOf(system: SystemDatabase, id: string) {
  const at = await findEntryTime(system, id);
  if (at === undefined)
    throw Problem.of('invalid_parameter', 'after must be the value of next from this list.', {
      param: 'after',
    });
  return { at, id };
}

export function presentSecurityEvent(row: PositionedRow): ListedSecurityEvent {
  const { position: _position, ...event } = row;
  const { severity, title } = securityEvents[event.event];
  return { ...event, severity, title };
}

export function filterOf(query: SecurityEventQuery): SecurityEventFilter {
  const { event, severity, actor, subject, accountId, from, to } = query;
  if (from !== undefined && to !== undefined && from >= to)
    throw Problem.of('invalid_parameter', 'from must be before to.', { param: 'from' });
  const events = securityEventNames.filter(
    (name) =>
      (event === undefined || name === event) &&
      (severity === undefined || securityEvents[name].severity === severity),
  );
  return { events, actor: referenceOf(actor), subject: referenceOf(subject), accountId, from, to };
}

/** `operator:<id>` is a kind and an id, `operator` a kind, everything else an id. */
function referenceOf(text: string | undefined): Reference | undefined {
  if (text === undefined || text === '') return undefined;
  const [, kind, id] = /^([a-z_]+)(?::(.*))?$/.exec(text) ?? [];
  if (kind === undefined) return { id: text };
  return id === undefined || id === '' ? { kind } : { kind, id };
}
