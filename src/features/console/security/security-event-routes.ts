// Routes of /operator/security-events: list and export security events, for administrators.
import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { securityEventNames, securityEvents } from '../../../domain/account/security-event.ts';
import { FileContent } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { exportSecurityEvents, MAX_EXPORTED_EVENTS } from '../../accounts/system/export-security-events.ts';
import { listSecurityEvents, type SecurityEventQuery } from '../../accounts/system/list-security-events.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  SecurityEventExportSchema,
  SecurityEventPageSchema,
  SecurityEventQuerySchema,
  SecurityEventTypeListSchema,
} from './security-event-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Security', role: 'admin' });

const mediaTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

export const securityEventOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/security-events',
    id: 'security_events.list',
    summary: 'List security events',
    description:
      'Returns the entries of the audit trail about authentication, credentials, access rights and personal ' +
      'data, newest first. Repeated failures of one name from one network are one entry per minute.',
    query: SecurityEventQuerySchema,
    responses: { 200: answer(SecurityEventPageSchema, 'A page of security events.') },
    handler: ({ context, request }) => {
      const { after, limit = 50 } = request.query;
      return listSecurityEvents(context.system, queryOf(request.query), { after, limit });
    },
  }),

  operation({
    method: 'GET',
    path: '/security-events/types',
    id: 'security_events.types',
    summary: 'List security event types',
    description: 'Returns every event type with its severity, title and description.',
    responses: { 200: answer(SecurityEventTypeListSchema, 'The event types.') },
    handler: async () => ({
      data: securityEventNames.map((event) => ({ event, ...securityEvents[event] })),
    }),
  }),

  operation({
    method: 'GET',
    path: '/security-events/export',
    produces: 'text/csv',
    needsStepUp: true,
    id: 'security_events.export',
    summary: 'Export security events',
    description:
      'Returns the events of the filters as CSV (RFC 4180) or NDJSON, newest first, at most ' +
      `${MAX_EXPORTED_EVENTS.toLocaleString('en-US')}: narrow the time range for more. The export is recorded.`,
    query: SecurityEventExportSchema,
    responses: {
      200: Type.String({ description: 'The events.', examples: ['id,at,event,severity'] }),
    },
    handler: async ({ context, request }) => {
      const { format } = request.query;
      const actor = operatorActor(request);
      const pieces = await exportSecurityEvents(context, queryOf(request.query), format, actor);
      const name = `waybill-security-${context.clock.now().toISOString().slice(0, 10)}.${format}`;
      return new FileContent(mediaTypes[format], name, Readable.from(pieces));
    },
  }),
];

function queryOf(query: Static<typeof SecurityEventQuerySchema>): SecurityEventQuery {
  const { event, severity, actor, subject, account_id: accountId, from, to } = query;
  return { event, severity, actor, subject, accountId, from: timeOf(from), to: timeOf(to) };
}

function timeOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
