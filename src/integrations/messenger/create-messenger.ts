// Creates the messenger selected by the configuration: SMTP for e-mail, Twilio for SMS, either, both or none.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { MessageConfig } from '../../config/message-config.ts';
import type { Attempt, Channel, Messenger, OutgoingMessage, SendOutcome } from './messenger.ts';
import { createSmtpSender, type SmtpSender } from './smtp.ts';
import { createTwilioSmsSender, type TwilioSmsSender } from './twilio.ts';

export function createMessenger(
  environment: EnvironmentName,
  { smtp, twilio }: Pick<MessageConfig, 'smtp' | 'twilio'>,
): Messenger {
  // One process may host both environments; the sandbox never sends messages to real recipients.
  const isProduction = environment === 'production';
  return messengerOf(
    isProduction && smtp !== null ? createSmtpSender(smtp) : null,
    isProduction && twilio !== null ? createTwilioSmsSender(twilio) : null,
  );
}

function messengerOf(mail: SmtpSender | null, sms: TwilioSmsSender | null): Messenger {
  const carries = new Set<Channel>([
    ...(mail ? (['email'] as const) : []),
    ...(sms ? (['sms'] as const) : []),
  ]);
  return {
    carries,
    send: async (message: OutgoingMessage, attempt: Attempt): Promise<SendOutcome> => {
      if (message.channel === 'email' && mail) return mail.send(message);
      if (message.channel === 'sms' && sms) return sms.send(message, attempt);
      throw new Error(`no provider is configured for ${message.channel}`);
    },
    close: async () => mail?.close(),
  };
}
