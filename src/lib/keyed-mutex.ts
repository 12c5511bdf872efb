// Keyed async mutex (FIFO): serializes work with the same key within this process.

export class KeyedMutex {
  /** Tail of the queue per key; never rejects. Removed when the queue is empty. */
  readonly #tails = new Map<string, Promise<unknown>>();

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(work);
    const settled = result.catch(() => {});
    this.#tails.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === settled) this.#tails.delete(key);
    }
  }
}
