// The background work of one environment, started and stopped together.

export interface BackgroundWork {
  start(): void;
  /** Resolves when no work is running any more. */
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
