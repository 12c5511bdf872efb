// Puts values into words: `{name}` is filled in.

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** One or many, as the language counts. */
export function counted(one: string, other: string, count: number): string {
  return fill(count === 1 ? one : other, { count });
}
