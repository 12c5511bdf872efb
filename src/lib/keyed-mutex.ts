// Lets work on the same thing happen one after the other, within this process, in the order of asking.

export class Turns {
  /** The end of the queue for each thing that somebody works on; it never fails. */
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
