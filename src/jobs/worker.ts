// Everything that one environment does in the background, started and stopped together.

export interface BackgroundWork {
  start(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

export class Worker implements BackgroundWork {
  readonly #parts: readonly BackgroundWork[];
  #stopping: Promise<void> | null = null;

  constructor(parts: readonly BackgroundWork[]) {
    this.#parts = parts;
  }

  start(): void {
    for (const part of this.#parts) part.start();
  }

  stop(): Promise<void> {
    this.#stopping ??= Promise.all(this.#parts.map((part) => part.stop())).then(() => {});
    return this.#stopping;
  }
}
