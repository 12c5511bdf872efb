// POST /telephony/voice: Twilio webhook for calls to masked numbers. Caller and called number identify the booking; the
// call is forwarded, and neither side sees the other's number. Unknown callers hear a refusal.
import { acceptFormsOnly } from '../../http/pages/page-middleware.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { connectCall, refuseCall } from '../../integrations/telephony/twilio.ts';
import { type FormFields, isFromTwilio } from '../../integrations/twilio-signature.ts';
import { Problem } from '../../lib/problem.ts';

export interface TelephonyOptions {
  readonly publicUrl: string;
  readonly authToken: string;
  /** The private number to which this call is forwarded; null if this caller cannot use this number. */
  readonly findCallee: (call: { readonly from: string; readonly to: string }) => Promise<string | null>;
}

const refusal =
  'Sorry, this number is not connected to a crew that is on a job for you now. ' +
  'Please call from the phone number of your booking, or contact the shop you ordered from. Goodbye.';

export async function telephonyRoutes(
  app: HttpServer,
  { publicUrl, authToken, findCallee }: TelephonyOptions,
): Promise<void> {
  acceptFormsOnly(app);
  app.post('/telephony/voice', { schema: { hide: true } }, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const signature = request.headers['x-twilio-signature'];
    const signed = { url: publicUrl + request.url, fields, signature };
    if (!isFromTwilio(authToken, signed))
      throw Problem.of('request_not_trusted', 'The request is not signed by the telephone provider.');
    const [from, to] = [fields['From'] ?? '', fields['To'] ?? ''];
    const number = await findCallee({ from, to });
    const response = number === null ? refuseCall(refusal) : connectCall({ number, callerId: to });
    return reply.type('text/xml').header('cache-control', 'no-store').send(response);
  });
}

function fieldsOf(body: unknown): FormFields {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
