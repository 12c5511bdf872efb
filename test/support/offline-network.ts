// The line between a phone and the world, which can be lost. A browser that is told to be without a line leaves out its service
// workers that start later; what is cut here is cut for everybody.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PhoneLine {
  /** A proxy for the browser: all it asks for goes through here. */
  readonly server: string;
  /** What is under way breaks off, and nothing passes any more. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openPhoneLine(): Promise<PhoneLine> {
  let isCut = false;
  const line = createServer((asked, answering) => {
    if (isCut) return asked.socket.destroy();
    const { url = '', method, headers } = asked;
    const far = request(url, { method, headers }, (answer) => {
      answering.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.on('error', () => answering.destroy()).pipe(answering);
    });
    far.on('error', () => answering.destroy());
    answering.on('close', () => far.destroy());
    asked.on('error', () => far.destroy()).pipe(far);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const { port } = line.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      line.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async close() {
      line.close();
      line.closeAllConnections();
      await once(line, 'close');
    },
  };
}
