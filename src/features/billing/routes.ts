// Routes: GET /billing/records, /billing/statements and /billing/statements/{month}, the last also as .csv and .pdf.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import type { BillingKind } from '../../domain/billing-record.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { listBillingRecords, type RecordQuery } from './list-records.ts';
import * as operations from './operations.ts';
import { listStatements, readStatement, type StatementContext } from './read-statement.ts';
import { billingSchemas, type RecordListQuerySchema } from './schemas.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';
import { presentStatement, presentSummary } from './statement-view.ts';

export interface BillingRoutesOptions {
  readonly context: StatementContext & Pick<Context, 'keys'>;
}

export async function billingRoutes(app: HttpServer, { context }: BillingRoutesOptions): Promise<void> {
  for (const schema of billingSchemas) app.addSchema(schema);
  const { publicUrl } = context.environment;
  const statementOf = (request: FastifyRequest) => {
    const principal = principalOf(request);
    const { month } = request.params as { month: string };
    return readStatement(withAccountClock(principal, context), principal.accountId, month);
  };

  app.get(
    '/billing/records',
    { config: needs('read'), schema: operations.listRecords },
    async (request, reply) => {
      const page = await listBillingRecords(
        context,
        principalOf(request).accountId,
        readQuery(request.query),
      );
      return reply.type(vendorMediaType).send(page);
    },
  );

  app.get(
    '/billing/statements',
    { config: needs('read'), schema: operations.listStatements },
    async (request, reply) => {
      const principal = principalOf(request);
      const summaries = await listStatements(withAccountClock(principal, context), principal.accountId);
      return reply
        .type(vendorMediaType)
        .send({ data: summaries.map((summary) => presentSummary(summary, publicUrl)) });
    },
  );

  app.get(
    '/billing/statements/:month',
    { config: needs('read'), schema: operations.readStatement },
    async (request, reply) =>
      reply.type(vendorMediaType).send(presentStatement(await statementOf(request), publicUrl)),
  );

  app.get(
    '/billing/statements/:month.csv',
    { config: needs('read', { produces: operations.CSV }), schema: operations.readStatementCsv },
    async (request, reply) => {
      const statement = await statementOf(request);
      return file(reply, `${operations.CSV}; charset=utf-8`, `statement-${statement.month}.csv`).send(
        statementCsv(statement),
      );
    },
  );

  app.get(
    '/billing/statements/:month.pdf',
    { config: needs('read', { produces: operations.PDF }), schema: operations.readStatementPdf },
    async (request, reply) => {
      const statement = await statementOf(request);
      return file(reply, operations.PDF, `statement-${statement.month}.pdf`).send(
        await statementPdf(statement),
      );
    },
  );
}

function file(reply: FastifyReply, mediaType: string, name: string): FastifyReply {
  return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`);
}

function readQuery(query: Static<typeof RecordListQuerySchema>): RecordQuery {
  const { after, before, limit = 20, booking_id, kind, month, from, to } = query;
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const { after: _after, before: _before, ...parameters } = query;
  return {
    after,
    before,
    limit,
    filter: {
      kinds: [...new Set((kind?.split(',') ?? []) as BillingKind[])],
      bookingId: booking_id,
      month,
      from: date(from),
      to: date(to),
    },
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
}
