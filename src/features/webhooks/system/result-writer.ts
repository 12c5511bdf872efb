// Writes attempt results in the background, so that sending never waits for the database. Uses two batchers on two
// connections: while PostgreSQL executes one batch, the next is already sent. An endpoint always uses the same batcher,
// so its health is written in order and the batchers never wait for each other's row locks.
import type { AttemptRecord } from './attempt-record.ts';
import { ResultBatcher, type ResultBatcherOptions } from './result-batcher.ts';

export class ResultWriter {
  readonly #even: ResultBatcher;
  readonly #odd: ResultBatcher;

  constructor(options: ResultBatcherOptions) {
    this.#even = new ResultBatcher(options);
    this.#odd = new ResultBatcher(options);
  }

  push(record: AttemptRecord): void {
    const batcher = isEven(record.endpoint_id) ? this.#even : this.#odd;
    batcher.push(record);
  }

  /** Resolves when everything pushed so far has been written, or at `giveUpAt` (monotonic clock). */
  async flushed(giveUpAt: number): Promise<void> {
    await Promise.all([this.#even.flushed(giveUpAt), this.#odd.flushed(giveUpAt)]);
  }
}

/** The last digit of an id is random. */
function isEven(uuid: string): boolean {
  return '02468ace'.includes(uuid.slice(-1));
}
