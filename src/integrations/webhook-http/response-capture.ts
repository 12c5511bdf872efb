// Captures the part of a receiver's response that is stored: the beginning of the body, and headers without secrets.
// Everything is bounded, because a receiver may send anything.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookResponse } from './webhook-sender.ts';

const maxStoredBytes = 8 * 1024;
/** More is read than stored, because a connection can only be reused after its response was read completely. */
const maxReadBytes = 64 * 1024;
const maxHeaders = 50;
const maxHeaderLength = 1_000;
const secretHeaders = new Set([
  'authentication-info',
  'authorization',
  'cookie',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
]);

export class ResponseCapture {
  readonly statusCode: number;
  readonly #headers: IncomingHttpHeaders;
  #kept: Buffer | null = null;
  #maxStoredBytes = 0;
  #readBytes = 0;
  #isComplete = false;

  constructor(statusCode: number, headers: IncomingHttpHeaders) {
    this.statusCode = statusCode;
    this.#headers = headers;
  }

  /** Returns false once enough has been read. */
  add(chunk: Buffer): boolean {
    const room = maxStoredBytes - this.#maxStoredBytes;
    if (room > 0 && chunk.length > 0) {
      // Copied: the chunk is a slice of a larger buffer that would be kept alive.
      const part = Buffer.from(chunk.subarray(0, room));
      this.#kept = this.#kept === null ? part : Buffer.concat([this.#kept, part]);
      this.#maxStoredBytes = this.#kept.length;
    }
    this.#readBytes += chunk.length;
    return this.#readBytes <= maxReadBytes;
  }

  end(): void {
    this.#isComplete = true;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** If the response must not be shown, only the status is returned. */
  view({ isShown }: { readonly isShown: boolean }): WebhookResponse {
    const isCut = !this.#isComplete || this.#readBytes > maxStoredBytes;
    const { statusCode } = this;
    if (!isShown) return { statusCode, headers: {}, body: null, isBase64: false, isCut: false };
    const text = textOf(this.#kept, isCut);
    return {
      statusCode,
      headers: storableHeaders(this.#headers),
      body: text ?? this.#kept?.toString('base64') ?? '',
      isBase64: text === null,
      isCut,
    };
  }
}

/** null if the bytes are not text. NUL is valid in UTF-8, but PostgreSQL text cannot store it. */
function textOf(bytes: Buffer | null, isCut: boolean): string | null {
  if (bytes === null) return '';
  const whole = isCut ? withoutPartialCharacter(bytes) : bytes;
  return isUtf8(whole) && !whole.includes(0) ? whole.toString('utf8') : null;
}

/** Removes a UTF-8 sequence (up to four bytes) that was cut at the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function storableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || secretHeaders.has(name) || count >= maxHeaders) continue;
    kept[name] = (Array.isArray(value) ? value.join(', ') : value).slice(0, maxHeaderLength);
    count += 1;
  }
  return kept;
}
