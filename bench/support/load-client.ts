// Load generator process over plain sockets, so that the client uses little CPU and none of the measuring process.
// Started by load.ts; reports over IPC.
import { connect, type Socket } from 'node:net';
import type { LoadOrder } from './load.ts';

const headEnd = Buffer.from('\r\n\r\n');

/** One keep-alive connection: one random request at a time, until the deadline. */
class LoadConnection {
  readonly #socket: Socket;
  readonly #requests: readonly Buffer[];
  readonly #expected: string;
  #chunks: Buffer[] = [];
  #missingBytes = 0;
  #untilMs = 0;
  #done: (count: number) => void = () => {};
  #failed: (error: Error) => void = () => {};
  #count = 0;

  constructor({ host, port, expectedStatus }: LoadOrder, requests: readonly Buffer[]) {
    this.#requests = requests;
    this.#expected = `HTTP/1.1 ${expectedStatus} `;
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#onData(chunk));
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error('the server closed the connection')));
  }

  run(untilMs: number): Promise<number> {
    this.#untilMs = untilMs;
    this.#count = 0;
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#sendRequest();
    });
  }

  #sendRequest(): void {
    const request = this.#requests[Math.floor(Math.random() * this.#requests.length)];
    if (request) this.#socket.write(request);
  }

  #onData(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#missingBytes > 0) this.#missingBytes -= chunk.length;
    else if (!this.#readHead()) return;
    if (this.#missingBytes > 0) return;
    this.#chunks = [];
    this.#count += 1;
    if (performance.now() < this.#untilMs) this.#sendRequest();
    else this.#done(this.#count);
  }

  /** Parses the response head for the body length; false until the head is complete. */
  #readHead(): boolean {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    if (!bytes) return false;
    const end = bytes.indexOf(headEnd);
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith(this.#expected)) this.#failed(new Error(`unexpected response: ${bytes.toString()}`));
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#missingBytes = end + headEnd.length + length - bytes.length;
    return true;
  }
}

/** Connects on the first load: other benchmarks may run before, and the server closes idle connections. */
class Load {
  readonly #order: LoadOrder;
  #connections: readonly LoadConnection[] | null = null;

  constructor(order: LoadOrder) {
    this.#order = order;
  }

  get connections(): readonly LoadConnection[] {
    this.#connections ??= this.#connect();
    return this.#connections;
  }

  #connect(): readonly LoadConnection[] {
    const requests = this.#order.requests.map((text) => Buffer.from(text));
    return Array.from({ length: this.#order.connections }, () => new LoadConnection(this.#order, requests));
  }
}

let currentLoad: Load | null = null;

async function load(forMs: number): Promise<void> {
  const connections = currentLoad?.connections ?? [];
  const startedAtMs = performance.now();
  const counts = await Promise.all(connections.map((connection) => connection.run(startedAtMs + forMs)));
  const operations = counts.reduce((sum, count) => sum + count, 0);
  process.send?.({ operations, elapsedMs: performance.now() - startedAtMs });
}

process.on('message', (message: LoadOrder | { readonly forMs: number }) => {
  if ('forMs' in message) {
    load(message.forMs).catch((error: unknown) => process.send?.({ error: String(error) }));
    return;
  }
  currentLoad = new Load(message);
});
process.on('disconnect', () => process.exit(0));
