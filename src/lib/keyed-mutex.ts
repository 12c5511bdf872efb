// Keyed async mutex (FIFO): serializes work with the same key within this process.

export class Turns {
  /** Tail of the queue per key; never rejects. Removed when the queue is empty. */
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.catch(() => {});
    this.#last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
