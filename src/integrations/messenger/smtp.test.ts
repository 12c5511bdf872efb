// Against a real SMTP server on the loopback interface.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmtpInbox } from '../../../test/support/smtp-inbox.ts';
import { createMessenger } from './create-messenger.ts';
import type { MailMessage } from './messenger.ts';
import { createSmtpSender, type SmtpSender } from './smtp.ts';

const mail: MailMessage = {
  channel: 'email',
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  to: 'ana@example.com',
  subject: 'Su equipo está por llegar',
  text: 'Hola, Ana:\n\nllegará en unos 8 minutos.',
  html: '<p>Hola</p>',
  unsubscribeUrl: 'https://waybill.example/unsubscribe/token',
};

describe('SMTP provider', () => {
  let inbox: SmtpInbox;
  let carrier: SmtpSender;
  beforeEach(async () => {
    inbox = await SmtpInbox.start({ user: 'waybill', password: 'p@ss word' });
    carrier = senderFor('waybill:p%40ss%20word');
  });
  afterEach(async () => {
    carrier.close();
    await inbox.close();
  });
  const senderFor = (login: string) =>
    createSmtpSender({
      url: `smtp://${login}@127.0.0.1:${inbox.port}`,
      from: 'Acme <hello@acme.example>',
      allowsPlaintext: false,
    });

  it('refuses a server on another machine without TLS, unless configured otherwise', async () => {
    // The address of this machine in a form that does not count as loopback.
    const url = `smtp://waybill:p%40ss%20word@[::ffff:127.0.0.1]:${inbox.port}`;
    const from = 'Acme <hello@acme.example>';
    for (const remote of [url, url.replace('waybill:p%40ss%20word@', '')]) {
      const strict = createSmtpSender({ url: remote, from, allowsPlaintext: false });
      expect(await strict.send(mail)).toMatchObject({ kind: 'unavailable' });
      strict.close();
    }
    expect(inbox.received).toEqual([]);
    const lenient = createSmtpSender({ url, from, allowsPlaintext: true });
    expect(await lenient.send(mail)).toMatchObject({ kind: 'sent' });
    lenient.close();
  });

  it('sends text and HTML with our Message-ID and one-click unsubscribe headers', async () => {
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

  it('sends in the name of an organization from our own address, with replies to the organization', async () => {
    await carrier.send({ ...mail, fromName: 'Söhne, Ltd via Waybill', replyTo: 'service@shop.example' });
    const [received] = inbox.received;
    expect(received?.from).toBe('hello@acme.example');
    expect(received?.headers['from']).toMatch(/^=\?UTF-8\?Q\?S=C3=B6hne.*\?= <hello@acme\.example>$/);
    expect(received?.headers['reply-to']).toBe('service@shop.example');
  });

  it('omits the unsubscribe headers on operational mail', async () => {
    await carrier.send({ ...mail, unsubscribeUrl: null });
    expect(inbox.received[0]?.headers).not.toHaveProperty('list-unsubscribe');
  });

  it('prevents header injection through name or subject', async () => {
    await carrier.send({ ...mail, subject: 'Hello\r\nBcc: others@example.com' });
    expect(inbox.received[0]?.headers).not.toHaveProperty('bcc');
    expect(inbox.received[0]?.to).toBe('ana@example.com');
  });

  it('treats a refused recipient or message as final, and a busy server as temporary', async () => {
    inbox.refuseOnce({ at: 'rcpt', code: 550 });
    expect(await carrier.send(mail)).toEqual({ kind: 'refused', code: 'smtp_550' });
    inbox.refuseOnce({ at: 'data', code: 554 });
    expect(await carrier.send(mail)).toEqual({ kind: 'refused', code: 'smtp_554' });
    inbox.refuseOnce({ at: 'rcpt', code: 451 });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable', isUncertain: false });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'sent' });
    expect(inbox.received).toHaveLength(1);
  });

  it('does not treat a refused sender as an invalid recipient', async () => {
    inbox.refuseOnce({ at: 'mail', code: 550 });
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable' });
  });

  it('is unavailable on a wrong password or a stopped server, without disclosing the password', async () => {
    const wrong = senderFor('waybill:secret-but-wrong');
    const outcome = await wrong.send(mail);
    wrong.close();
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('EAUTH') });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    await inbox.close();
    expect(await carrier.send(mail)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('createMessenger', () => {
  const smtp = { url: 'smtp://127.0.0.1:25', from: 'hello@acme.example', allowsPlaintext: false };
  const twilio = { accountSid: 'AC', authToken: 't', from: '+13125550199' };

  it('uses the configured providers in production', async () => {
    const messenger = createMessenger('production', { smtp, twilio });
    expect([...messenger.carries].sort()).toEqual(['email', 'sms']);
    await messenger.close();
    expect(createMessenger('production', { smtp: null, twilio }).carries).toEqual(new Set(['sms']));
    expect(createMessenger('production', { smtp: null, twilio: null }).carries.size).toBe(0);
  });

  it('uses no provider in the sandbox, regardless of the configuration', () => {
    expect(createMessenger('sandbox', { smtp, twilio }).carries.size).toBe(0);
  });
});
