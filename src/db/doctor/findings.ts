// Results of the doctor: per check the number of rows checked, the number of broken rows, and the first of them.

export interface BrokenRow {
  readonly table: string;
  readonly id: string;
  readonly account: string | null;
  /** The violation; never contains personal data. */
  readonly message: string;
}

export interface CheckResult {
  readonly name: string;
  readonly checked: number;
  readonly brokenCount: number;
  /** The first MAX_LISTED of them. */
  readonly broken: readonly BrokenRow[];
}

/** Limit of listed rows per check. More are usually the same fault repeated. */
export const MAX_LISTED = 50;

/** Collects the result of a check: counts all rows, keeps the first broken ones. */
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
    if (this.#broken.length < MAX_LISTED) this.#broken.push({ ...row, message: messages.join('; ') });
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
