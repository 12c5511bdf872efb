// Progress of a long import on standard error: one line that is rewritten on a terminal, otherwise a line every few seconds.
import { clearProgress } from './table-progress.ts';

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 5_000;

export interface ProgressUpdate {
  /** What is done, for example "reading". */
  readonly phase: string;
  /** Share of the phase, from 0 to 1. */
  readonly share: number;
  readonly details?: string;
}

export class ImportProgress {
  readonly #isTerminal = process.stderr.isTTY;
  #phase = '';
  #phaseBegan = 0;
  #shownAt = 0;

  show({ phase, share, details }: ProgressUpdate): void {
    const now = performance.now();
    if (phase !== this.#phase) {
      [this.#phase, this.#phaseBegan, this.#shownAt] = [phase, now, 0];
    }
    if (now - this.#shownAt < (this.#isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
    this.#shownAt = now;
    const left = share > 0 ? ((now - this.#phaseBegan) * (1 - share)) / share : null;
    const parts = [
      `${phase} ${Math.floor(share * 100)} %`,
      details,
      left === null ? undefined : leftText(left),
    ];
    const text = parts.filter((part) => part !== undefined).join(', ');
    if (!this.#isTerminal) process.stderr.write(`${text}\n`);
    else {
      clearProgress();
      process.stderr.write(text);
    }
  }

  end(): void {
    clearProgress();
  }
}

function leftText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 90 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
}
