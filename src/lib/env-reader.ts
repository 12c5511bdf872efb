// Reads values from environment variables and collects what is wrong with them, so that all of it can be told at once. A
// variable that is empty counts as not set.

export type Variables = Readonly<Record<string, string | undefined>>;

export class VariableReader {
  readonly #variables: Variables;
  readonly #faults: string[];

  constructor(variables: Variables, faults: string[]) {
    this.#variables = variables;
    this.#faults = faults;
  }

  /** For what only the caller can tell to be wrong. */
  fault(message: string): void {
    this.#faults.push(message);
  }

  text(name: string, fallback: string): string {
    return this.#variables[name] || fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name, fallback);
    const found = allowed.find((candidate) => candidate === value);
    if (!found) this.#faults.push(`${name} must be one of ${allowed.join(', ')}; it is "${value}"`);
    return found ?? fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.#variables[name];
    if (!value) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.#faults.push(`${name} must be a whole number from ${min} to ${max}; it is "${value}"`);
    return fallback;
  }

  /** Parts between commas; `parse` answers null for what is not `wanted`. */
  list<T>(name: string, fallback: string, wanted: string, parse: (parts: string[]) => T[] | null): T[] {
    const value = this.text(name, fallback);
    const parsed = parse(value.split(',').map((part) => part.trim()));
    if (parsed === null) this.#faults.push(`${name} must be ${wanted}; it is "${value}"`);
    return parsed ?? [];
  }

  /** Fractions are fine. */
  seconds(name: string, fallback: number, min: number, max: number): number {
    const value = this.#variables[name];
    if (!value) return fallback;
    const number = Number(value);
    if (/^\d+(\.\d+)?$/.test(value) && number >= min && number <= max) return number;
    this.#faults.push(`${name} must be a number of seconds from ${min} to ${max}; it is "${value}"`);
    return fallback;
  }

  port(name: string, fallback: number): number {
    return this.integer(name, fallback, 0, 65_535);
  }

  /** A value that another one, named in `because`, calls for or has no use for. */
  needed(name: string, need: 'required' | 'optional' | undefined, because: string): string {
    const value = this.text(name, '');
    if (need === 'required' && !value) this.#faults.push(`${name} is required with ${because}`);
    if (need === undefined && value) this.#faults.push(`${name} is set, but ${because} takes none`);
    return value;
  }

  /** An address that paths are put behind. */
  baseUrl(name: string, fallback: string | null): string | null {
    const value = this.url(name, fallback, ['http:', 'https:']);
    if (value !== null && value !== fallback) {
      const { username, search, hash } = new URL(value);
      if (username || search || hash)
        this.#faults.push(`${name} must be a URL without user, query and fragment: paths are put behind it`);
    }
    return value;
  }

  url(name: string, fallback: string | null, protocols: readonly string[]): string | null {
    const value = this.#variables[name];
    if (!value) {
      if (fallback === null) this.#faults.push(`${name} is required with DATABASE_URL`);
      return fallback;
    }
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    // The value may hold a password: it is not repeated.
    this.#faults.push(`${name} must be a URL that starts with ${protocols.join('// or ')}//`);
    return fallback;
  }
}
