// Normalizes place names, so that "St. Louis", "Saint Louis" and "ST LOUIS" have the same key. The build script of the
// reference data uses it too: data and queries must be normalized identically.

// USPS abbreviates these words in city names; both forms are in use.
const SHORT_FORMS = new Map(
  Object.entries({
    saint: 'st',
    sainte: 'ste',
    mount: 'mt',
    mountain: 'mtn',
    fort: 'ft',
    port: 'prt',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    heights: 'hts',
    springs: 'spgs',
    spring: 'spg',
    beach: 'bch',
    junction: 'jct',
    township: 'twp',
    village: 'vlg',
    island: 'is',
    lake: 'lk',
    lakes: 'lks',
    point: 'pt',
    center: 'ctr',
    centre: 'ctr',
    valley: 'vly',
    crossing: 'xing',
    and: '',
  }),
);

/** Lower case, without accents and punctuation, common words abbreviated; '' if nothing is left. */
export function normalizePlaceName(name: string): string {
  const plain = toPlainLetters(name);
  const words: string[] = [];
  for (const word of plain.split(' ')) {
    const short = SHORT_FORMS.get(word) ?? word;
    // "Mc Kinney" and "McKinney": the postal file uses the first form, most writers the second.
    if (words.at(-1) === 'mc') words.push(`${words.pop()}${short}`);
    else if (short !== '') words.push(short);
  }
  return words.join(' ');
}

function toPlainLetters(name: string): string {
  // Fast path: nearly every name is plain ASCII, and loading the data file normalizes 46,000 of them.
  if (/^[A-Za-z ]*$/.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`ʻ.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
}
