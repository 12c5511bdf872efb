// The listening HTTP server of an environment. It opens before the application exists: until the application takes over,
// every request gets the response of `whileStarting`. Connections stay open across the hand-over.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** Time-outs in ms. Connections that send their request too slowly are closed; Node checks every second. */
const settings = {
  requestTimeout: 10_000,
  headersTimeout: 5_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false,
};

export class HttpListener {
  readonly server: Server;
  /** Further addresses of `localhost`. */
  readonly #others: Server[] = [];
  #handle: RequestListener;

  constructor(whileStarting: RequestListener = (_request, response) => response.destroy()) {
    this.#handle = whileStarting;
    this.server = this.#createServer();
  }

  /** From now on `handle` responds to requests. */
  handOver(handle: RequestListener): void {
    this.#handle = handle;
  }

  /** `localhost` has an IPv4 and an IPv6 address: the first must be free, the other is used if it is. */
  async listen(port: number, host: string): Promise<void> {
    const [first = host, ...others] =
      host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
    this.server.listen(port, first);
    await once(this.server, 'listening');
    for (const address of others) {
      const server = this.#createServer();
      server.on('error', () => {}).listen(port, address);
      this.#others.push(server);
    }
  }

  /** Accepts no new connections, and waits until the open ones have ended. Idempotent. */
  async close(): Promise<void> {
    const servers = [this.server, ...this.#others];
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #createServer(): Server {
    return createServer(settings, (request, response) => this.#handle(request, response));
  }
}
