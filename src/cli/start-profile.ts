// Profile of a start: when each step began and ended, in ms since the process started. `serve` logs it when it is ready,
// and bench/start-up.bench.ts prints it. Steps overlap.
export interface StartStep {
  readonly step: string;
  readonly from: number;
  readonly to: number;
}

export class StartProfile {
  readonly #steps: StartStep[] = [];

  constructor() {
    this.#add('process and modules of the command', 0);
  }

  get steps(): readonly StartStep[] {
    return this.#steps;
  }

  async measure<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await work();
    } finally {
      this.#add(step, from);
    }
  }

  #add(step: string, from: number): void {
    this.#steps.push({ step, from: Math.round(from), to: Math.round(performance.now()) });
  }
}
