// E-mail over SMTP. Every attempt has the same Message-ID, so that mail clients can detect duplicates.
import type { SmtpConfig } from '../../config/message-config.ts';
import { hostOfUrl, isLoopbackHost } from '../../lib/loopback-host.ts';
import { unavailable } from '../guarded-service.ts';
import type { MailMessage, SendOutcome } from './messenger.ts';

/** The limits stay within the lease of the sending job. */
const CONNECT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

export interface SmtpSender {
  send(message: MailMessage): Promise<SendOutcome>;
  close(): void;
}

export function createSmtpSender({ url, from, allowsPlaintext }: SmtpConfig): SmtpSender {
  // Loaded by the first message: most processes send none.
  const load = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ ...optionsOf(url, allowsPlaintext), pool: true, maxConnections: CONNECTIONS });
  };
  let loading: ReturnType<typeof load> | undefined;
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (message) => {
      try {
        const messageId = `<${message.id}@${domain}>`;
        loading ??= load();
        const transport = await loading;
        await transport.sendMail({
          from: message.fromName === undefined ? from : { name: message.fromName, address },
          ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          attachments: message.images?.map(attachmentOf) ?? [],
          messageId,
          headers: headersOf(message),
        });
        return { kind: 'sent', reference: messageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    // A failure to load was reported by the message that needed it.
    close: () =>
      void loading?.then(
        (transport) => transport.close(),
        () => {},
      ),
  };
}

function attachmentOf({ cid, png }: NonNullable<MailMessage['images']>[number]) {
  const contentDisposition = 'inline' as const;
  return { cid, content: png, contentType: 'image/png', filename: `${cid}.png`, contentDisposition };
}

/** One-click unsubscribe (RFC 8058) where the recipient can opt out; suppresses automatic replies on all messages. */
function headersOf({ unsubscribeUrl }: MailMessage): Record<string, string> {
  const common = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (unsubscribeUrl === null) return common;
  return {
    ...common,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function optionsOf(text: string, allowsPlaintext: boolean) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Mails contain links that reset passwords: they leave this machine only over TLS, unless configured otherwise.
    requireTLS: !secure && !allowsPlaintext && !isLoopbackHost(hostOfUrl(text)),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Only errors about this message or its recipient are final. An error about our own account or connection is for the
 * operator to fix, so the message is retried.
 */
function outcomeOf(error: unknown): SendOutcome {
  const { code, responseCode, command } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const isSenderError = command === 'MAIL FROM' || (code !== 'EENVELOPE' && code !== 'EMESSAGE');
  if (!isSenderError && (responseCode === undefined || responseCode >= 500))
    return { kind: 'refused', code: `smtp_${responseCode ?? 'invalid_address'}` };
  const detail = [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
  return {
    ...unavailable(`mail server unavailable (${detail})`),
    isUncertain: command === 'DATA' && responseCode === undefined,
  };
}
