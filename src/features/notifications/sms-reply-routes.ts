// Twilio webhook for replies to SMS messages. STOP and its synonyms opt the sender out, START and its synonyms opt it
// in again. Twilio replies to these keywords itself, so the response is empty.
// https://www.twilio.com/docs/messaging/guides/webhook-request
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { smsReplyMeaning } from '../../domain/notification/sms-reply.ts';
import { acceptFormsOnly } from '../../http/pages/page-middleware.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { isFromTwilio } from '../../integrations/twilio-signature.ts';
import { Problem } from '../../lib/problem.ts';
import { addOptOut, removeOptOut } from './opt-out-store.ts';

export interface SmsReplyOptions {
  readonly context: Pick<Context, 'clock' | 'environment'> & { readonly identity: IdentityDatabase };
  readonly authToken: string;
}

const SMS_REPLY_PATH = '/hooks/twilio/sms';

export async function smsReplyRoutes(
  app: HttpServer,
  { context, authToken }: SmsReplyOptions,
): Promise<void> {
  acceptFormsOnly(app);
  const url = `${context.environment.publicUrl}${SMS_REPLY_PATH}`;
  app.post<{ Body: Record<string, string> | undefined }>(
    SMS_REPLY_PATH,
    { schema: { hide: true } },
    async (request, reply) => {
      const form = request.body ?? {};
      const signature = request.headers['x-twilio-signature'];
      if (!isFromTwilio(authToken, { url, fields: form, signature }))
        throw Problem.of('request_not_trusted', 'The request has no valid Twilio signature.');
      await applyReply(context, form);
      return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>');
    },
  );
}

async function applyReply(
  { identity, clock }: SmsReplyOptions['context'],
  { From: address = '', Body: text = '', OptOutType: known }: Readonly<Record<string, string>>,
): Promise<void> {
  const meaning = smsReplyMeaning(text, known);
  if (meaning === null || address === '') return;
  if (meaning === 'stop') await addOptOut(identity, { channel: 'sms', address }, 'reply', clock.now());
  else await removeOptOut(identity, { channel: 'sms', address });
}
