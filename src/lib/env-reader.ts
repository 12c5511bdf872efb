// Reads environment variables and collects all faults, so that they can be reported at once. An empty variable counts
// as not set.

export type Variables = Readonly<Record<string, string | undefined>>;

export class EnvReader {
  readonly #variables: Variables;
  readonly #faults: string[];

  constructor(variables: Variables, faults: string[]) {
    this.#variables = variables;
    this.#faults = faults;
  }

  /** Reports a fault that only the caller can detect. */
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

  /** Comma-separated list; `parse` returns null if the value is not `wanted`. */
  list<T>(name: string, fallback: string, wanted: string, parse: (parts: string[]) => T[] | null): T[] {
    const value = this.text(name, fallback);
    const parsed = parse(value.split(',').map((part) => part.trim()));
    if (parsed === null) this.#faults.push(`${name} must be ${wanted}; it is "${value}"`);
    return parsed ?? [];
  }

  /** Decimal fractions are allowed. */
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

  /** A variable that another setting, named in `because`, requires, accepts or does not use. */
  needed(name: string, need: 'required' | 'optional' | undefined, because: string): string {
    const value = this.text(name, '');
    if (need === 'required' && !value) this.#faults.push(`${name} is required with ${because}`);
    if (need === undefined && value) this.#faults.push(`${name} is set, but ${because} does not use it`);
    return value;
  }

  /** Scheme, host and port: paths are appended to it. */
  origin(name: string, fallback: string | null): string | null {
    const value = this.url(name, fallback, ['http:', 'https:']);
    if (value === null || value === fallback) return value;
    const { origin, username, pathname, search, hash } = new URL(value);
    if (username || search || hash || pathname !== '/')
      this.#faults.push(
        `${name} must be a URL without user, path, query or fragment, for example https://api.example.com: Waybill needs a host name of its own`,
      );
    return origin;
  }

  url(name: string, fallback: string | null, protocols: readonly string[]): string | null {
    const value = this.#variables[name];
    if (!value) {
      if (fallback === null) this.#faults.push(`${name} is required with DATABASE_URL`);
      return fallback;
    }
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    // The value may contain a password: do not repeat it in the message.
    this.#faults.push(`${name} must be a URL that starts with ${protocols.join('// or ')}//`);
    return fallback;
  }
}
