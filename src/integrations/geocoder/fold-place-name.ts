// One spelling for place names, so that "St. Louis", "Saint Louis" and "ST LOUIS" are the same key. The build script of
// the reference data uses it too: data and questions must be folded alike.

// USPS shortens these words in city names; people write either form.
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

/** The name in lower case, without accents or punctuation, common words in their short form; '' when nothing is left. */
export function foldPlaceName(name: string): string {
  const plain = toPlainLetters(name);
  const words: string[] = [];
  for (const word of plain.split(' ')) {
    const short = SHORT_FORMS.get(word) ?? word;
    // "Mc Kinney" and "McKinney": the postal file writes the first, people the second.
    if (words.at(-1) === 'mc') words.push(`${words.pop()}${short}`);
    else if (short !== '') words.push(short);
  }
  return words.join(' ');
}

function toPlainLetters(name: string): string {
  // Nearly every name is plain already; the data file has 46,000 of them to fold at once.
  if (/^[A-Za-z ]*$/.test(name)) return name.toLowerCase();
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`ʻ.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
}
