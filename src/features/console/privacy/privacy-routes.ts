// Routes of /operator/people: search, export and erase the data of a data subject. Administrators only.
import { operatorActor } from '../../../http/operator-middleware.ts';
import type { HttpServer } from '../../../http/server.ts';
import { parseDataSubject } from '../../privacy/data-subject.ts';
import { eraseDataSubject } from '../../privacy/system/erase-data-subject.ts';
import { exportDataSubject, summarizeDataSubject } from '../../privacy/system/export-data-subject.ts';
import type { ConsoleContext } from '../console-context.ts';
import * as operations from './privacy-operations.ts';
import type { AskedPerson as Asked, ErasureResponse, PersonFindings } from './privacy-wire.ts';

const config = { role: 'admin' } as const;

export async function privacyRoutes(
  app: HttpServer,
  { context }: { context: ConsoleContext },
): Promise<void> {
  app.post('/people/search', { config, schema: operations.search }, async (request, reply) => {
    const person = personOf(request.body);
    const { bookings, messages, optOuts, users } = await summarizeDataSubject(context.system, person);
    const findings: PersonFindings = {
      phone: person.phone,
      email: person.email,
      bookings: bookings.map(({ id, hid, state, accountId, accountName, isCustomer, createdAt }) => ({
        id,
        hid,
        state,
        account: { id: accountId, name: accountName },
        role: isCustomer ? 'customer' : 'contact',
        created_at: createdAt.toISOString(),
      })),
      messages,
      opt_outs: optOuts,
      users,
    };
    return reply.send(findings as never);
  });

  app.post('/people/export', { config, schema: operations.exportAll }, async (request, reply) =>
    reply.send((await exportDataSubject(context, personOf(request.body), operatorActor(request))) as never),
  );

  app.post('/people/erase', { config, schema: operations.erase }, async (request, reply) => {
    const { force = false, ...asked } = request.body;
    const answer: ErasureResponse = await eraseDataSubject(
      context,
      personOf(asked),
      { isForced: force },
      operatorActor(request),
    );
    return reply.send(answer);
  });
}

function personOf({ phone, email, account_id: accountId }: Asked) {
  return parseDataSubject({ phone, email, accountId });
}
