// Logger of one request, which adds the request id to every line. The underlying child logger is created with the first
// line, because most requests log nothing, or one line at the end.
import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Level, Logger } from 'pino';

export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: Logger;
  readonly #bindings: Bindings;
  #child: Logger | null = null;

  constructor(parent: Logger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#parent.child({ ...this.#bindings, ...bindings }, options);
  }

  #write(level: Level, line: unknown[]): void {
    if (!this.#parent.isLevelEnabled(level)) return;
    this.#child ??= this.#parent.child(this.#bindings);
    this.#child[level](...(line as Parameters<Logger[Level]>));
  }
}
