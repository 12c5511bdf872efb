// Words of US street names: types, directions, ordinals and titles, with their abbreviations (USPS Publication 28).

/** Canonical short form by every spelling. */
export const STREET_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aly: 'alley allee ally',
    ave: 'avenue av aven avenu avn avnue',
    bch: 'beach',
    bnd: 'bend',
    blf: 'bluff',
    blvd: 'boulevard boul boulv',
    br: 'branch',
    brg: 'bridge',
    byp: 'bypass',
    cswy: 'causeway',
    ctr: 'center centre cent cntr',
    cir: 'circle circ crcl',
    cmn: 'common',
    cor: 'corner',
    ct: 'court crt',
    cts: 'courts',
    cv: 'cove',
    crk: 'creek',
    cres: 'crescent crsnt',
    xing: 'crossing crssng',
    xrd: 'crossroad',
    dr: 'drive driv drv',
    est: 'estate',
    expy: 'expressway expr express expw',
    ext: 'extension extn',
    fwy: 'freeway frwy',
    gdns: 'gardens',
    gtwy: 'gateway',
    gln: 'glen',
    grn: 'green',
    grv: 'grove',
    hbr: 'harbor harbour',
    hts: 'heights',
    hwy: 'highway hiway hway',
    hl: 'hill',
    hls: 'hills',
    holw: 'hollow',
    is: 'island',
    jct: 'junction',
    knl: 'knoll',
    lk: 'lake',
    lndg: 'landing',
    ln: 'lane',
    loop: 'loops',
    mall: '',
    mnr: 'manor',
    mdws: 'meadows',
    ml: 'mill',
    msn: 'mission',
    oval: '',
    park: 'prk',
    pkwy: 'parkway parkwy pkway pky',
    pass: '',
    path: 'paths',
    pike: 'pikes',
    pl: 'place',
    plz: 'plaza plza',
    pt: 'point',
    prom: 'promenade',
    quay: '',
    rnch: 'ranch',
    rdg: 'ridge',
    rd: 'road',
    row: '',
    run: '',
    sq: 'square sqr',
    sta: 'station',
    st: 'street str strt',
    ter: 'terrace terr',
    trce: 'trace',
    trl: 'trail',
    tunl: 'tunnel',
    tpke: 'turnpike trnpk turnpk',
    vly: 'valley',
    vw: 'view',
    vlg: 'village',
    walk: 'walks',
    way: 'wy',
    wharf: '',
  }).flatMap(([short, spellings]) =>
    [short, ...spellings.split(' ').filter(Boolean)].map((word): [string, string] => [word, short]),
  ),
);

const DIRECTION_PAIRS = [
  'n north',
  's south',
  'e east',
  'w west',
  'ne northeast',
  'nw northwest',
  'se southeast',
  'sw southwest',
];

export const DIRECTIONS: ReadonlyMap<string, string> = new Map(
  DIRECTION_PAIRS.flatMap((pair) => {
    const [short = '', long = ''] = pair.split(' ');
    return [
      [short, short],
      [long, short],
    ] as const;
  }),
);

const UNITS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const TEENS =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Ordinal words below twenty, and the tens. */
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...TENS.map((word, index): [string, number] => [`${word.slice(0, -1)}ieth`, (index + 2) * 10]),
]);

/** First words of "twenty first". */
export const TENS_WORDS: ReadonlyMap<string, number> = new Map(
  TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
);

/** Long form of abbreviations inside a name. Types are also written out there: "Park Ave Ct" is on "Park Avenue Court". */
export const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ave: 'avenue',
    av: 'avenue',
    blvd: 'boulevard',
    brg: 'bridge',
    cem: 'cemetery',
    cir: 'circle',
    co: 'county',
    ctr: 'center',
    centre: 'center',
    doctor: 'dr',
    ft: 'fort',
    grv: 'grove',
    hbr: 'harbor',
    hts: 'heights',
    hl: 'hill',
    hls: 'hills',
    hwy: 'highway',
    is: 'island',
    jct: 'junction',
    junior: 'jr',
    lk: 'lake',
    ln: 'lane',
    mt: 'mount',
    mtn: 'mountain',
    ml: 'mill',
    pkwy: 'parkway',
    pl: 'place',
    plz: 'plaza',
    pt: 'point',
    rd: 'road',
    rdg: 'ridge',
    rte: 'route',
    rt: 'route',
    senior: 'sr',
    spg: 'spring',
    spgs: 'springs',
    sq: 'square',
    sta: 'station',
    ste: 'sainte',
    ter: 'terrace',
    univ: 'university',
    vly: 'valley',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
  }),
);
