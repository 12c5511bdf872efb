// Message interpolation: replaces `{name}` by the value of `name`. Unknown names stay as they are.

export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const value = String(values[name] ?? `{${name}}`);
    // No second full stop after a value such as "11:58 a.m.".
    return value.endsWith('.') ? value : value + stop;
  });
}

/** Singular or plural form, with `{count}` interpolated. English and Spanish need only these two. */
export function counted(one: string, other: string, count: number): string {
  return fill(count === 1 ? one : other, { count });
}
