// Natural sort order of names: numbers compare as numbers, so Crew 2 comes before Crew 10.
/** Created on first use: loading the rules of a language takes 13 ms. */
let names: Intl.Collator | undefined;

interface Named {
  readonly id: string;
  readonly name: string;
}

export function byName(a: Named, b: Named): number {
  names ??= new Intl.Collator('en', { numeric: true });
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
