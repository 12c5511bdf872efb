// Against a real SMTP server on the loopback interface.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmtpInbox } from '../../../test/support/smtp-inbox.ts';
import { createMessenger } from './create-messenger.ts';
import type { MailMessage } from './messenger.ts';
import { type SmtpCarrier, smtpCarrier } from './smtp.ts';

const mail: MailMessage = {
  channel: 'email',
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  to: 'ana@example.com',
  subject: 'Su equipo está por llegar',
  text: 'Hola, Ana:\n\nllegará en unos 8 minutos.',
  html: '<p>Hola</p>',
  unsubscribeUrl: 'https://waybill.example/unsubscribe/token',
};

describe('mail over SMTP', () => {
  let inbox: SmtpInbox;
  let carrier: SmtpCarrier;
  beforeEach(async () => {
    inbox = await SmtpInbox.start({ user: 'waybill', password: 'p@ss word' });
    carrier = senderFor('waybill:p%40ss%20word');
  });
  afterEach(async () => {
    carrier.close();
    await inbox.close();
  });
  const senderFor = (login: string) =>
    smtpCarrier({ url: `smtp://${login}@127.0.0.1:${inbox.port}`, from: 'Acme <hello@acme.example>' });

  it('arrives with both forms, a Message-ID of ours and the means to end such mails at once', async () => {
    const messageId = `<${mail.id}@acme.example>`;
    expect(await carrier.send(mail)).toEqual({ kind: 'sent', reference: messageId });
    const [received] = inbox.received;
    expect(received).toMatchObject({ to: 'ana@example.com', from: 'hello@acme.example' });
    expect(received?.headers).toMatchObject({
      from: 'Acme <hello@acme.example>',
      'message-id': messageId,
      'list-unsubscribe': '<https://waybill.example/unsubscribe/token>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringContaining('multipart/alternative'),
    });
    expect(received?.text.trim()).toBe(mail.text);
  });

  it('offers no end to mail about the operation', async () => {
    await carrier.send({ ...mail, unsubscribeUrl: null });
    expect(inbox.received[0]?.headers).not.toHaveProperty('list-unsubscribe');
  });

  it('puts nothing into headers that a name or subject smuggles in', async () => {
    await carrier.send({ ...mail, subject: 'Hello\r\nBcc: others@example.com' });
    expect(inbox.received[0]?.headers).not.toHaveProperty('bcc');
    expect(inbox.received[0]?.to).toBe('ana@example.com');
  });

  it('is given up when the server refuses the recipient or the mail, and tried again when it is busy', async () => {
    inbox.refuseOnce({ at: 'rcpt', code: 550 });
    expect(await carrier.send(mail)).toEqual({ kind: 'refused', code: 'smtp_550' });
    inbox.refuseOnce({ at: 'data', code: 554 });
    expect(await carrier.send(mail)).toEqual({ kind: 'refused', code: 'smtp_554' });
    inbox.refuseOnce({ at: 'rcpt', code: 451 });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable', isUncertain: false });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'sent' });
    expect(inbox.received).toHaveLength(1);
  });

  it('blames no recipient when the server takes no mail from us', async () => {
    inbox.refuseOnce({ at: 'mail', code: 550 });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable' });
  });

  it('blames no recipient for a wrong password or a server that is away, and never tells the password', async () => {
    const wrong = senderFor('waybill:secret-but-wrong');
    const outcome = await wrong.send(mail);
    wrong.close();
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('EAUTH') });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    await inbox.close();
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('who carries messages', () => {
  const smtp = { url: 'smtp://127.0.0.1:25', from: 'hello@acme.example' };
  const twilio = { accountSid: 'AC', authToken: 't', from: '+13125550199' };

  it('is what the configuration names, in production', async () => {
    const messenger = createMessenger('production', { smtp, twilio });
    expect([...messenger.carries].sort()).toEqual(['email', 'sms']);
    await messenger.close();
    expect(createMessenger('production', { smtp: null, twilio }).carries).toEqual(new Set(['sms']));
    expect(createMessenger('production', { smtp: null, twilio: null }).carries.size).toBe(0);
  });

  it('is nobody in the sandbox, whatever is configured: it never messages real people', () => {
    expect(createMessenger('sandbox', { smtp, twilio }).carries.size).toBe(0);
  });
});
