// Writes the results of attempts beside the sending, which never waits for the database. In two lines: while PostgreSQL works on one
// batch, the next is written by another of its processes. An endpoint is always in the same line, so what is known of it is written
// in the order in which it was learnt, and no line waits for the other's rows.
import type { AttemptRecord } from './attempt-record.ts';
import { ResultLine, type ResultLineOptions } from './result-batcher.ts';

export class ResultWriter {
  readonly #even: ResultLine;
  readonly #odd: ResultLine;

  constructor(options: ResultLineOptions) {
    this.#even = new ResultLine(options);
    this.#odd = new ResultLine(options);
  }

  push(record: AttemptRecord): void {
    const line = isEven(record.endpoint_id) ? this.#even : this.#odd;
    line.push(record);
  }

  /** Resolves when everything pushed so far is written, or `giveUpAt` (of the monotonic clock) has come. */
  async flushed(giveUpAt: number): Promise<void> {
    await Promise.all([this.#even.flushed(giveUpAt), this.#odd.flushed(giveUpAt)]);
  }
}

/** The last digit of an id is chance. */
function isEven(uuid: string): boolean {
  return '02468ace'.includes(uuid.slice(-1));
}
