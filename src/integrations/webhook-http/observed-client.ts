// Client of a pool that reports which connection each request used: whether it is reused, its peer address, and the
// number of bytes read.
import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { AddressKind } from './address-rules.ts';

export interface ObservedConnection {
  readonly socket: Socket;
  readonly remoteAddress: string;
  /** Of the peer; null until it is needed. */
  addressKind: AddressKind | null;
  /** Number of requests started on the connection. */
  requests: number;
}

/** Passed with a request; `client` is set when a connection takes the request. */
export interface ObservedOptions extends Dispatcher.DispatchOptions {
  readonly seat: { client: ObservedClient | null };
}

export class ObservedClient extends Client {
  /** null before the first connection. */
  connection: ObservedConnection | null = null;

  constructor(origin: string | URL, options: Client.Options & { connect: buildConnector.connector }) {
    super(origin, {
      ...options,
      connect: (target: buildConnector.Options, callback: buildConnector.Callback) =>
        options.connect(target, (error, socket) => {
          if (error) return callback(error, null);
          this.connection = {
            socket,
            remoteAddress: socket.remoteAddress ?? '',
            addressKind: null,
            requests: 0,
          };
          callback(null, socket);
        }),
    });
  }

  override dispatch(options: ObservedOptions, handler: Dispatcher.DispatchHandler): boolean {
    options.seat.client = this;
    return super.dispatch(options, handler);
  }
}
