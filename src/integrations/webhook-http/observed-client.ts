// One connection of a pool that tells each request which connection it went over: whether it had been used before, who is
// at the other end, and how much it has read.
import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';

export interface Line {
  readonly socket: Socket;
  readonly remoteAddress: string;
  /** Requests that began on it. */
  requests: number;
}

/** Given with a request, and filled in when a connection takes it. */
export interface ObservedOptions extends Dispatcher.DispatchOptions {
  readonly seat: { client: ObservedClient | null };
}

export class ObservedClient extends Client {
  /** null before the first connection. */
  line: Line | null = null;

  constructor(origin: string | URL, options: Client.Options & { connect: buildConnector.connector }) {
    super(origin, {
      ...options,
      connect: (target: buildConnector.Options, callback: buildConnector.Callback) =>
        options.connect(target, (error, socket) => {
          if (error) return callback(error, null);
          this.line = { socket, remoteAddress: socket.remoteAddress ?? '', requests: 0 };
          callback(null, socket);
        }),
    });
  }

  override dispatch(options: ObservedOptions, handler: Dispatcher.DispatchHandler): boolean {
    options.seat.client = this;
    return super.dispatch(options, handler);
  }
}
