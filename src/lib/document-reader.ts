// Validating reader for JSON documents: collects every fault with its exact path (`areas[0].hours.monday[0].opens`). A
// faulty value is reported and replaced by a placeholder so that reading continues; `finish` returns the value only if
// nothing was reported, so a placeholder never leaves this class.
import type { Result } from './result.ts';

export interface DocumentFault {
  readonly path: string;
  readonly message: string;
}

export interface NumberLimits {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

export interface TextLimits {
  readonly maxLength: number;
  readonly pattern?: RegExp;
  /** Description of the pattern, to complete "must be …". */
  readonly form?: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

export class DocumentReader {
  readonly #faults: DocumentFault[] = [];
  /** Paths of values that are not objects: missing keys below them are not reported again. */
  readonly #nonObjects: string[] = [];

  fail(path: string, message: string): void {
    if (this.#nonObjects.some((parent) => path === parent || path.startsWith(join(parent, '')))) return;
    this.#faults.push({ path, message });
  }

  finish<Value>(value: Value): Result<Value, DocumentFault> {
    return this.#faults.length === 0 ? { ok: true, value } : { ok: false, faults: this.#faults };
  }

  /** Reads an object and reports unknown keys. */
  object(value: unknown, path: string, keys: readonly string[]): JsonObject {
    if (!isJsonObject(value)) {
      this.#reject(value, path, 'an object');
      this.#nonObjects.push(path);
      return {};
    }
    for (const key of Object.keys(value)) {
      if (!keys.includes(key))
        this.fail(join(path, key), `is not a known key; known keys are ${keys.join(', ')}`);
    }
    return value;
  }

  list<Item>(value: unknown, path: string, read: (item: unknown, path: string) => Item, min = 0): Item[] {
    if (!Array.isArray(value)) {
      this.#reject(value, path, 'a list');
      return [];
    }
    if (value.length < min)
      this.fail(path, `must contain at least ${min} ${min === 1 ? 'entry' : 'entries'}`);
    return value.map((item, index) => read(item, `${path}[${index}]`));
  }

  text(value: unknown, path: string, limits: TextLimits): string {
    if (typeof value !== 'string') return this.#reject(value, path, 'a string') ?? '';
    if (value.trim() === '' || value.length > limits.maxLength) {
      this.fail(path, `must be 1 to ${limits.maxLength} characters long`);
    } else if (limits.pattern !== undefined && !limits.pattern.test(value)) {
      this.fail(
        path,
        `must be ${limits.form ?? `like ${limits.pattern.source}`}, not ${JSON.stringify(value)}`,
      );
    }
    return value;
  }

  number(value: unknown, path: string, limits: NumberLimits): number {
    const kind = limits.whole ? 'a whole number' : 'a number';
    const isValid =
      typeof value === 'number' && (limits.whole ? Number.isInteger(value) : Number.isFinite(value));
    if (!isValid) return this.#reject(value, path, kind) ?? limits.min;
    if (value < limits.min || value > limits.max) {
      this.fail(path, `must be between ${limits.min} and ${limits.max}, not ${value}`);
    }
    return value;
  }

  boolean(value: unknown, path: string): boolean {
    return typeof value === 'boolean' ? value : (this.#reject(value, path, 'true or false') ?? false);
  }

  oneOf<Choice extends string>(
    value: unknown,
    path: string,
    choices: readonly [Choice, ...Choice[]],
  ): Choice {
    const chosen = choices.find((choice) => choice === value);
    return chosen ?? this.#reject(value, path, `one of ${choices.join(', ')}`) ?? choices[0];
  }

  /** Reports each repeated value. */
  distinct(values: readonly string[], pathOf: (index: number) => string): void {
    const seen = new Set<string>();
    values.forEach((value, index) => {
      if (seen.has(value)) this.fail(pathOf(index), `repeats ${JSON.stringify(value)}`);
      seen.add(value);
    });
  }

  #reject(value: unknown, path: string, expected: string): undefined {
    this.fail(path, value === undefined ? `is missing; must be ${expected}` : `must be ${expected}`);
  }
}

export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
