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
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`ʻ.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => SHORT_FORMS.get(word) ?? word)
    .filter((word) => word !== '');
  // "Mc Kinney" and "McKinney": the postal file writes the first, people the second.
  return words.join(' ').replace(/\bmc (?=[a-z])/g, 'mc');
}
