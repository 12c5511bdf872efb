// Uses the Node inspector to trigger garbage collection in a running process and read its heap size.
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { PATIENCE_MS } from './scale.ts';

export class HeapInspector {
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** The process must be started with `--inspect=127.0.0.1:<port>`. */
  static async connect(port: number): Promise<HeapInspector> {
    const deadline = performance.now() + 2 * PATIENCE_MS;
    for (;;) {
      const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
        (response) => response.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
        () => null,
      );
      const [target] = targets ?? [];
      if (target) return new HeapInspector(await opened(new WebSocket(target.webSocketDebuggerUrl)));
      if (performance.now() > deadline) throw new Error('the inspector does not respond');
      await delay(50);
    }
  }

  /** Bytes in use after garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#send('HeapProfiler.collectGarbage');
    const { usedSize } = (await this.#send('Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: { data: unknown }) => {
        const message = JSON.parse(String(data)) as {
          id?: number;
          result?: unknown;
          error?: { message: string };
        };
        if (message.id !== id) return;
        this.#socket.removeEventListener('message', onMessage);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      };
      this.#socket.addEventListener('message', onMessage);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}

function opened(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error('the inspector refused the connection')));
  });
}
