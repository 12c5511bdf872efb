// Mail over SMTP. Every attempt carries the same Message-ID, so that a mail that was taken twice is shown once by whoever
// can tell.
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config/message-config.ts';
import { unavailable } from '../guarded-service.ts';
import type { MailMessage, SendOutcome } from './messenger.ts';

/** Within the lease of the job that sends. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
const CONNECTIONS = 4;

export interface SmtpCarrier {
  send(message: MailMessage): Promise<SendOutcome>;
  close(): void;
}

export function smtpCarrier({ url, from }: SmtpConfig): SmtpCarrier {
  const transport = createTransport({ ...optionsOf(url), pool: true, maxConnections: CONNECTIONS });
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (message) => {
      try {
        const messageId = `<${message.id}@${domain}>`;
        await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          messageId,
          headers: headersOf(message),
        });
        return { kind: 'sent', reference: messageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** RFC 8058 where the recipient can end such mails; and no answers of absence to any. */
function headersOf({ unsubscribeUrl }: MailMessage): Record<string, string> {
  const common = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (unsubscribeUrl === null) return common;
  return {
    ...common,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function optionsOf(text: string) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password goes over the wire in the clear on this machine only.
    requireTLS: !secure && user !== '' && !isLocal,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Only what the server says about this mail or its recipient is final; that it takes none from us is ours to mend. */
function outcomeOf(error: unknown): SendOutcome {
  const { code, responseCode, command } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const isOurs = command === 'MAIL FROM' || (code !== 'EENVELOPE' && code !== 'EMESSAGE');
  if (!isOurs && (responseCode === undefined || responseCode >= 500))
    return { kind: 'refused', code: `smtp_${responseCode ?? 'invalid_address'}` };
  const detail = [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
  return {
    ...unavailable(`the mail server is not to be had (${detail})`),
    isUncertain: command === 'DATA' && responseCode === undefined,
  };
}
