// POST /telephony/voice: somebody calls a masked number. Who calls and what they call says which booking is meant; the call
// goes to the lead of its crew, and neither side sees the other's number. Anybody else hears that nobody can be reached.
import { takeFormsOnly } from '../../http/page-middleware.ts';
import type { HttpServer } from '../../http/server.ts';
import {
  connectCall,
  type FormFields,
  isFromTwilio,
  refuseCall,
} from '../../integrations/telephony/twilio.ts';
import { Problem } from '../../lib/problem.ts';

export interface TelephonyOptions {
  readonly publicUrl: string;
  readonly authToken: string;
  /** The private number of the crew that this caller may reach under this number; null: of none. */
  readonly findCallee: (call: { readonly from: string; readonly to: string }) => Promise<string | null>;
}

const refusal =
  'Sorry, this number does not lead to a crew that is on a job for you now. ' +
  'Please call from the phone that your delivery was booked with, or contact the shop you ordered from. Goodbye.';

export async function telephonyRoutes(
  app: HttpServer,
  { publicUrl, authToken, findCallee }: TelephonyOptions,
): Promise<void> {
  takeFormsOnly(app);
  app.post('/telephony/voice', { schema: { hide: true } }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const signature = request.headers['x-twilio-signature'];
    const signed = { url: publicUrl + request.url, fields, signature: String(signature ?? '') };
    if (!isFromTwilio(authToken, signed))
      throw Problem.of('request_not_trusted', 'The request is not signed by the telephone provider.');
    const [from, to] = [fields['From'] ?? '', fields['To'] ?? ''];
    const number = await findCallee({ from, to });
    const answer = number === null ? refuseCall(refusal) : connectCall({ number, callerId: to });
    return reply.type('text/xml').header('cache-control', 'no-store').send(answer);
  });
}

function fieldsOf(body: unknown): FormFields {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
