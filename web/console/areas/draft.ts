// Draft of a JSON document: reads and replaces values by path, and lists the differences from the current document.
// Paths have the notation of the server's validation errors: `areas[0].products.van.capacity`.

type Json = unknown;
type Key = string | number;

export function keysOf(path: string): Key[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

export function valueAt(document: Json, path: string): Json {
  let value = document;
  for (const key of keysOf(path)) value = (value as Record<Key, Json> | undefined)?.[key];
  return value;
}

/** Copy of the document with another value at the path; undefined removes the value. */
export function withValue<Document>(document: Document, path: string, value: Json): Document {
  return replaceAt(document, keysOf(path), value) as Document;
}

function replaceAt(document: Json, [key, ...rest]: readonly Key[], value: Json): Json {
  if (key === undefined) return value;
  const inner = rest.length === 0 ? value : replaceAt((document as Record<Key, Json>)[key], rest, value);
  if (isList(document)) {
    if (inner === undefined) return document.filter((_, index) => index !== key);
    if (document.length === key) return [...document, inner];
    return document.map((item, index) => (index === key ? inner : item));
  }
  const { [key as string]: _before, ...others } = document as Record<string, Json>;
  return inner === undefined ? others : { ...(document as object), [key]: inner };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export interface Difference {
  readonly path: string;
  /** undefined: the value is missing in this version. */
  readonly before: Json;
  readonly after: Json;
}

/** Values that people change as a whole: outlines, and the hours of a day. */
const WHOLE = /\.coverage$|\.hours\.\w+$|\.products$/;

/** Every value that differs, with its path. */
export function differences(before: Json, after: Json, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isWhole = WHOLE.test(path) && (isList(before) || isList(after) || path.endsWith('.coverage'));
  if (isWhole || !isBranch(before) || !isBranch(after)) return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const areLists = isList(before) && isList(after);
  return keys.flatMap((key) =>
    differences(
      (before as Record<string, Json>)[key],
      (after as Record<string, Json>)[key],
      areLists ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`,
    ),
  );
}

/** Changes of values that the other version has changed too, to something else. */
export function conflictsOf<Mine extends Difference & { readonly document: string }>(
  mine: readonly Mine[],
  theirs: readonly Mine[],
): Mine[] {
  const isWithin = (path: string, outer: string) =>
    path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
  return mine.filter(({ document, path, after }) =>
    theirs.some(
      (other) =>
        other.document === document &&
        (isWithin(path, other.path) || isWithin(other.path, path)) &&
        JSON.stringify(other.after) !== JSON.stringify(after),
    ),
  );
}

function isBranch(value: Json): value is object {
  return typeof value === 'object' && value !== null;
}

/** The number that the text stands for; otherwise the text, so that the server's validation reports it. */
export function asNumber(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
