// SSE client that lets a test wait for the next message.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

export class EventStream {
  readonly response: IncomingMessage;
  readonly #messages: string[] = [];
  #text = '';
  #arrived: () => void = () => {};
  #ended = false;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => this.#take(chunk));
    response.on('close', () => {
      this.#ended = true;
      this.#arrived();
    });
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> {
    const [response] = (await once(request(url, { headers, agent: false }).end(), 'response')) as [
      IncomingMessage,
    ];
    return new EventStream(response);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** The next message that is not a comment, unparsed; null when the stream has ended. */
  async next(): Promise<string | null> {
    while (this.#messages.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    return this.#messages.shift() ?? null;
  }

  /** The next change, parsed; null when the stream has ended. */
  async nextChange(): Promise<unknown> {
    for (;;) {
      const message = await this.next();
      if (message === null) return null;
      const data = /^event: change\ndata: (.*)$/.exec(message)?.[1];
      const change = data === undefined ? null : (JSON.parse(data) as { readonly kind?: string });
      // Changes of the request log occur with every call and are skipped.
      if (change && change.kind !== 'request') return change;
    }
  }

  close(): void {
    this.response.destroy();
  }

  #take(chunk: string): void {
    this.#text += chunk;
    const parts = this.#text.split('\n\n');
    this.#text = parts.pop() ?? '';
    this.#messages.push(...parts.filter((part) => !part.startsWith(':')));
    this.#arrived();
  }
}
