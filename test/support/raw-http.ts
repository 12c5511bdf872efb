// HTTP over a plain socket: for requests that no client library would send, and for exact responses.
import { connect, type Socket } from 'node:net';
import type { TestResponse } from './api-client.ts';
import { PATIENCE_MS } from './scale.ts';

export interface RawResponse extends TestResponse {
  readonly statusLine: string;
}

export interface RawExchange {
  /** All complete responses; a truncated last one is left out. */
  readonly answers: readonly RawResponse[];
  /** Whether the server closed the connection before the timeout. */
  readonly closed: boolean;
  readonly millis: number;
}

export interface RawOptions {
  /** Sent one after the other, as fast as the server reads them. */
  readonly parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** Stop after this many responses; otherwise wait until the server closes the connection. */
  readonly answers?: number;
  readonly giveUpMillis?: number;
}

/**
 * Sends the parts and collects responses until there are enough, the server closes the connection, or the timeout
 * expires.
 */
export async function rawExchange(baseUrl: string, options: RawOptions): Promise<RawExchange> {
  const { hostname, port } = new URL(baseUrl);
  const started = performance.now();
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  let closed = false;
  const enough = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, options.giveUpMillis ?? PATIENCE_MS);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (options.answers && parseResponses(Buffer.concat(received)).length >= options.answers) finish();
    });
    // A server that closes while we still send resets the connection; responses received before still count.
    socket.on('error', () => {});
    socket.on('close', () => {
      closed = true;
      finish();
    });
  });
  void send(socket, options.parts);
  await enough;
  socket.destroy();
  return { answers: parseResponses(Buffer.concat(received)), closed, millis: performance.now() - started };
}

/** One request on its own connection, and its response. */
export async function rawRequest(
  baseUrl: string,
  head: readonly string[],
  body: string | Uint8Array = '',
): Promise<RawResponse> {
  const { answers } = await rawExchange(baseUrl, {
    parts: [`${head.join('\r\n')}\r\n\r\n`, body],
    answers: 1,
  });
  const [answer] = answers;
  if (!answer) throw new Error(`no response to ${head[0]}`);
  return answer;
}

async function send(socket: Socket, parts: RawOptions['parts']): Promise<void> {
  for await (const part of parts) {
    if (socket.destroyed) return;
    if (socket.write(part)) continue;
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve);
      socket.once('close', resolve);
    });
  }
}

function parseResponses(bytes: Buffer): RawResponse[] {
  const answers: RawResponse[] = [];
  for (let rest = bytes; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Headers(lines.map((line) => splitHeader(line)));
    const length = Number(headers.get('content-length') ?? 0);
    if (rest.length < end + 4 + length) return answers;
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    const isJson = /json/.test(headers.get('content-type') ?? '');
    answers.push({
      statusLine,
      status: Number(statusLine.split(' ')[1]),
      headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    });
    rest = rest.subarray(end + 4 + length);
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
