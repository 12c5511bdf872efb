// Creates the messenger selected by the configuration: SMTP for e-mail, Twilio for SMS, either, both or none.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { MessageConfig } from '../../config/message-config.ts';
import type { Attempt, Channel, Messenger, OutgoingMessage, SendOutcome } from './messenger.ts';
import { type SmtpCarrier, smtpCarrier } from './smtp.ts';
import { type TwilioCarrier, twilioCarrier } from './twilio.ts';

export function createMessenger(
  environment: EnvironmentName,
  { smtp, twilio }: Pick<MessageConfig, 'smtp' | 'twilio'>,
): Messenger {
  // One process may host both environments; the sandbox never sends messages to real recipients.
  const isProduction = environment === 'production';
  return messengerOf(
    isProduction && smtp !== null ? smtpCarrier(smtp) : null,
    isProduction && twilio !== null ? twilioCarrier(twilio) : null,
  );
}

function messengerOf(mail: SmtpCarrier | null, sms: TwilioCarrier | null): Messenger {
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
