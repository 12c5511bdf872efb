// COPY to and from streams, with back-pressure in both directions.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type Client, Query } from 'pg';

declare module 'pg' {
  /** Hooks that `pg` calls on a query that supports COPY. */
  interface Query {
    handleCopyData(message: { readonly chunk: Buffer }, wire: CopyWire): void;
    handleCopyInResponse(wire: CopyWire): void;
  }
}

interface CopyWire {
  readonly stream: NodeJS.ReadableStream & NodeJS.WritableStream & { readonly writableNeedDrain?: boolean };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** The data of `copy … to stdout` as a stream. */
export function copyOut(client: Client, text: string): Readable {
  let wire: CopyWire | undefined;
  const rows = new Readable({ read: () => void wire?.stream.resume() });
  const query = new Query(text, (error: Error | undefined) => {
    wire?.stream.resume();
    if (error) rows.destroy(error);
    else rows.push(null);
  });
  query.handleCopyData = ({ chunk }, from) => {
    wire = from;
    // Copied, because `pg` reuses its read buffer.
    if (!rows.push(Buffer.from(chunk))) from.stream.pause();
  };
  client.query(query);
  return rows;
}

/** Sends the chunks to `copy … from stdin`. */
export async function copyIn(client: Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  let broken: Error | undefined;
  await new Promise<void>((resolve, reject) => {
    const query = new Query(text, (error: Error | undefined) => {
      if (error) reject(broken ?? error);
      else resolve();
    });
    query.handleCopyInResponse = (wire) => {
      feed(wire, chunks).catch((error: unknown) => {
        broken = error instanceof Error ? error : new Error(String(error));
        wire.sendCopyFail('the source failed');
      });
    };
    client.query(query);
  });
}

async function feed(wire: CopyWire, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    wire.sendCopyFromChunk(chunk);
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
  }
  wire.endCopyFrom();
}
