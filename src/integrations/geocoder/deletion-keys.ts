// Index keys for spelling mistakes: hashes of a name and of the name without one of its letters. Names that differ by one
// inserted, missing, replaced or swapped letter have a common key (the symmetric-delete method of SymSpell), and so
// have many that differ by two. Needs no database extension, and gives the same candidates in every database.

/** Longer names are cut: the rest of the letters is compared later. */
const MAX_LETTERS = 30;

export function deletionKeys(name: string): number[] {
  const letters = name.slice(0, MAX_LETTERS);
  const keys = new Set([hash(letters)]);
  for (let index = 0; index < letters.length; index += 1)
    keys.add(hash(letters.slice(0, index) + letters.slice(index + 1)));
  return [...keys];
}

/** FNV-1a, as a signed 32-bit integer of PostgreSQL. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  return value | 0;
}
