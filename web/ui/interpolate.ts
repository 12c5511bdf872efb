// Puts values into words: `{name}` is filled in.

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = String(values[name] ?? `{${name}}`);
    // "11:58 a.m." at the end of a sentence ends it, too.
    return value.endsWith('.') ? value : value + stop;
  });
}

/** One or many, as the language counts. */
export function counted(one: string, other: string, count: number): string {
  return fill(count === 1 ? one : other, { count });
}
