// What the doctor finds: per check how much was looked at, how much is broken, and the first rows by name.

export interface BrokenRow {
  readonly table: string;
  readonly id: string;
  readonly account: string | null;
  /** What is wrong; never personal data. */
  readonly message: string;
}

export interface CheckResult {
  readonly name: string;
  readonly checked: number;
  readonly brokenCount: number;
  /** The first of them. */
  readonly broken: readonly BrokenRow[];
}

/** Whoever has more than this has one fault many times over. */
export const MOST_NAMED = 50;

/** Counts everything and remembers the first few. */
export class Findings {
  readonly #name: string;
  readonly #broken: BrokenRow[] = [];
  #checked = 0;
  #brokenCount = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(row: Omit<BrokenRow, 'message'>, messages: readonly string[]): void {
    this.#checked += 1;
    if (messages.length === 0) return;
    this.#brokenCount += 1;
    if (this.#broken.length < MOST_NAMED) this.#broken.push({ ...row, message: messages.join('; ') });
  }

  result(): CheckResult {
    return {
      name: this.#name,
      checked: this.#checked,
      brokenCount: this.#brokenCount,
      broken: this.#broken,
    };
  }
}
