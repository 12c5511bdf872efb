// HTTP proxy between a phone's browser and the server that can be cut. Playwright's offline mode does not apply to
// service workers that start later; cutting the proxy does.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PhoneLine {
  /** URL of the proxy for the browser. */
  readonly server: string;
  /** Closes all connections and refuses new ones. */
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
