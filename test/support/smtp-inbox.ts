// Real SMTP server on the loopback interface that stores messages and can refuse commands.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  /** Unfolded, keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  /** Decoded text/plain part. */
  readonly text: string;
}

type Refusal = { readonly at: 'mail' | 'rcpt' | 'data'; readonly code: number };

export class SmtpInbox {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  #refusals: Refusal[] = [];

  private constructor(options: { readonly user?: string; readonly password?: string }) {
    this.#server = new SMTPServer({
      authOptional: options.user === undefined,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        username === options.user && password === options.password
          ? done(null, { user: username })
          : done(new Error('wrong user or password')),
      onMailFrom: (_address, _session, done) => done(this.#refusalAt('mail')),
      onRcptTo: (_address, _session, done) => done(this.#refusalAt('rcpt')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = this.#refusalAt('data');
          if (!refusal) this.#store(Buffer.concat(chunks).toString('utf8'), session.envelope);
          done(refusal);
        });
      },
    });
  }

  static async start(options: { user?: string; password?: string } = {}): Promise<SmtpInbox> {
    const inbox = new SmtpInbox(options);
    await new Promise<void>((resolve) => inbox.#server.listen(0, '127.0.0.1', () => resolve()));
    return inbox;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  refuseOnce(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #refusalAt(at: Refusal['at']): Error | null {
    const [next] = this.#refusals;
    if (next?.at !== at) return null;
    this.#refusals = this.#refusals.slice(1);
    return Object.assign(new Error('no'), { responseCode: next.code });
  }

  #store(
    raw: string,
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
  ): void {
    const [head = '', ...rest] = raw.split('\r\n\r\n');
    const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    const headers = lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    this.received.push({
      to: envelope.rcptTo.map(({ address }) => address).join(),
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      headers: Object.fromEntries(headers),
      raw,
      text: plainPart(rest),
    });
  }
}

/** The first of two parts, as nodemailer writes them. */
function plainPart(parts: readonly string[]): string {
  const [boundary = '', ...body] = parts;
  const text = body.join('\r\n\r\n').split('\r\n--')[0] ?? '';
  if (/transfer-encoding: quoted-printable/i.test(boundary)) {
    const bytes = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
  }
  if (/transfer-encoding: base64/i.test(boundary))
    return Buffer.from(text, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  return text.replaceAll('\r\n', '\n');
}
