import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeGoal } from '../../../test/support/scale.ts';
import type { Place } from '../../domain/place/location.ts';
import type { GeocodeOutcome } from './geocoder.ts';
import { createZipGeocoder } from './zip-geocoder.ts';

const geocoder = createZipGeocoder();

function expectPlace(outcome: GeocodeOutcome): Place {
  if (outcome.kind !== 'found') throw new Error(`expected a place, got ${JSON.stringify(outcome)}`);
  return outcome.place;
}

/** Number, street, unit, city, state and ZIP code of the result; '-' for a missing part. */
function summary({ address, address2 }: Place): string {
  const { number = '-', street = '-', locality, region, postalCode = '-' } = address;
  return [number, street, address2 ?? '-', locality, region, postalCode].join(' | ');
}

const REAL_ADDRESSES: readonly (readonly [address: string, expected: string])[] = [
  // In standard postal form.
  [
    '1600 Pennsylvania Ave NW, Washington, DC 20500',
    '1600 | Pennsylvania Ave NW | - | Washington | DC | 20500',
  ],
  ['350 5th Ave, New York, NY 10118', '350 | 5th Ave | - | New York | NY | 10118'],
  [
    '1 Dr Carlton B Goodlett Pl, San Francisco, CA 94102',
    '1 | Dr Carlton B Goodlett Pl | - | San Francisco | CA | 94102',
  ],
  ['1060 W Addison St, Chicago, IL 60613', '1060 | W Addison St | - | Chicago | IL | 60613'],
  ['4 Jersey St, Boston, MA 02215', '4 | Jersey St | - | Boston | MA | 02215'],
  [
    '1 MetLife Stadium Dr, East Rutherford, NJ 07073',
    '1 | MetLife Stadium Dr | - | East Rutherford | NJ | 07073',
  ],
  ['300 Alamo Plaza, San Antonio, TX 78205', '300 | Alamo Plaza | - | San Antonio | TX | 78205'],
  ['24 Beacon St, Boston, MA 02133', '24 | Beacon St | - | Boston | MA | 02133'],
  ['1 E 161st St, Bronx, NY 10451', '1 | E 161st St | - | Bronx | NY | 10451'],
  // ZIP+4, country, full state names, traditional abbreviations, dots, missing spaces.
  ['1313 Disneyland Dr, Anaheim, CA 92802-1234', '1313 | Disneyland Dr | - | Anaheim | CA | 92802'],
  ['1 Infinite Loop, Cupertino, CA 95014, USA', '1 | Infinite Loop | - | Cupertino | CA | 95014'],
  [
    '100 Legends Way, Boston, MA 02114, United States of America',
    '100 | Legends Way | - | Boston | MA | 02114',
  ],
  ['500 S Buena Vista St, Burbank, California 91521', '500 | S Buena Vista St | - | Burbank | CA | 91521'],
  ['1 Shields Ave Davis Calif 95616', '1 | Shields Ave | - | Davis | CA | 95616'],
  ['1001 Frontier Rd., Bridgewater, N.J. 08807', '1001 | Frontier Rd. | - | Bridgewater | NJ | 08807'],
  [
    '1600 Amphitheatre Pkwy, Mountain View, CA94043',
    '1600 | Amphitheatre Pkwy | - | Mountain View | CA | 94043',
  ],
  ['200 E Colfax Ave,Denver,CO,80203', '200 | E Colfax Ave | - | Denver | CO | 80203'],
  ['411 Elm St\nDallas, TX 75202', '411 | Elm St | - | Dallas | TX | 75202'],
  // Units in every position.
  ['233 S Wacker Dr Apt 4B, Chicago, IL 60606', '233 | S Wacker Dr | Apt 4B | Chicago | IL | 60606'],
  ['Apt 4B, 233 S Wacker Dr, Chicago, IL 60606', '233 | S Wacker Dr | Apt 4B | Chicago | IL | 60606'],
  ['123 Main St #5 Springfield IL 62701', '123 | Main St | #5 | Springfield | IL | 62701'],
  ['400 Broad St, Ste. 400 B, Seattle, WA 98109', '400 | Broad St | Ste. 400 B | Seattle | WA | 98109'],
  ['400 Broad St Suite 200 Seattle WA 98109', '400 | Broad St | Suite 200 | Seattle | WA | 98109'],
  ['400 Broad St, Suite 200 Seattle WA 98109', '400 | Broad St | Suite 200 | Seattle | WA | 98109'],
  [
    '12345 NE 8th Street, Bellevue, WA 98005 Unit C',
    '12345 | NE 8th Street | Unit C | Bellevue | WA | 98005',
  ],
  [
    '6801 Hollywood Blvd Ste 170 Los Angeles 90028',
    '6801 | Hollywood Blvd | Ste 170 | Los Angeles | CA | 90028',
  ],
  [
    '1701 John F Kennedy Blvd, 25th Floor, Philadelphia, PA 19103',
    '1701 | John F Kennedy Blvd | 25th Floor | Philadelphia | PA | 19103',
  ],
  [
    '815 N 52nd St Bldg 4, Unit #2201 Phoenix AZ 85008',
    '815 | N 52nd St | Bldg 4, Unit #2201 | Phoenix | AZ | 85008',
  ],
  ['11 Wall St, PH, New York, NY 10005', '11 | Wall St | PH | New York | NY | 10005'],
  // Directions, fractions, hyphens, letters, number words, highways.
  ['2211 1/2 Mission St, San Francisco, CA 94110', '2211 1/2 | Mission St | - | San Francisco | CA | 94110'],
  ['2211½ Mission St, San Francisco, CA 94110', '2211 1/2 | Mission St | - | San Francisco | CA | 94110'],
  ['5-15 47th Ave, Long Island City, NY 11101', '5-15 | 47th Ave | - | Long Island City | NY | 11101'],
  ['64-1550 Kamehameha Hwy, Wahiawa, HI 96786', '64-1550 | Kamehameha Hwy | - | Wahiawa | HI | 96786'],
  ['One Microsoft Way, Redmond, WA 98052', 'One | Microsoft Way | - | Redmond | WA | 98052'],
  ['1 AT&T Way, Arlington, TX 76011', '1 | AT&T Way | - | Arlington | TX | 76011'],
  ['800 Occidental Ave S, Seattle, WA 98134', '800 | Occidental Ave S | - | Seattle | WA | 98134'],
  ['13000 SD-244, Keystone, SD 57751', '13000 | SD-244 | - | Keystone | SD | 57751'],
  ['7900 Ranch Rd 620 N, Austin, TX 78726', '7900 | Ranch Rd 620 N | - | Austin | TX | 78726'],
  ['1234 County Road 250, Durango, CO 81301', '1234 | County Road 250 | - | Durango | CO | 81301'],
  ['7500 US Highway 2, Libby, MT 59923', '7500 | US Highway 2 | - | Libby | MT | 59923'],
  ['100 Oak Ct 62701', '100 | Oak Ct | - | Springfield | IL | 62701'],
  // Rural grids.
  ['9192 S 300 W, Sandy, UT 84070', '9192 | S 300 W | - | Sandy | UT | 84070'],
  ['450 South 300 East Salt Lake City UT 84111', '450 | South 300 East | - | Salt Lake City | UT | 84111'],
  ['N6W23001 Bluemound Rd, Waukesha, WI 53188', 'N6W23001 | Bluemound Rd | - | Waukesha | WI | 53188'],
  [
    'W204N11912 Goldendale Rd, Germantown, WI 53022',
    'W204N11912 | Goldendale Rd | - | Germantown | WI | 53022',
  ],
  // No commas.
  ['1000 5th Ave New York NY 10028', '1000 | 5th Ave | - | New York | NY | 10028'],
  ['3601 S Broad St Philadelphia PA 19148', '3601 | S Broad St | - | Philadelphia | PA | 19148'],
  ['1 Arrowhead Dr Kansas City MO 64129', '1 | Arrowhead Dr | - | Kansas City | MO | 64129'],
  ['701 Convention Plaza St Louis MO 63101', '701 | Convention Plaza | - | St. Louis | MO | 63101'],
  // No ZIP code: returned only if the place has exactly one.
  ['2001 Market Street San Francisco CA', '2001 | Market Street | - | San Francisco | CA | -'],
  ['77 Massachusetts Ave, Cambridge MA', '77 | Massachusetts Ave | - | Cambridge | MA | -'],
  ['1000 E University Ave, Laramie, Wyoming', '1000 | E University Ave | - | Laramie | WY | -'],
  ['350 5th Ave, New York', '350 | 5th Ave | - | New York | NY | -'],
  ['12 School Rd, Unity, ME', '12 | School Rd | - | Unity | ME | 04988'],
  ['700 Clark Ave, Saint Louis, Missouri', '700 | Clark Ave | - | St. Louis | MO | -'],
  // City omitted, or parsed as a state.
  ['151 3rd St 94103', '151 | 3rd St | - | San Francisco | CA | 94103'],
  ['500 Massachusetts Ave NW Washington 20001', '500 | Massachusetts Ave NW | - | Washington | DC | 20001'],
  ['100 W Cherry St, Nevada 64772', '100 | W Cherry St | - | Nevada | MO | 64772'],
  // Common names of places without their own post office.
  ['2 Bryant Park, Manhattan, NY', '2 | Bryant Park | - | Manhattan | NY | -'],
  ['4059 Mt Lee Dr, Hollywood, CA 90068', '4059 | Mt Lee Dr | - | Hollywood | CA | 90068'],
  ['123-01 Roosevelt Ave, Queens, NY 11368', '123-01 | Roosevelt Ave | - | Queens | NY | 11368'],
  ['445 S Allison Pkwy, Lakewood, CO 80226', '445 | S Allison Pkwy | - | Lakewood | CO | 80226'],
  ['9500 Gilman Dr, La Jolla, CA 92093', '9500 | Gilman Dr | - | La Jolla | CA | 92093'],
  ['10 E 21st St, NYC, NY 10010', '10 | E 21st St | - | New York | NY | 10010'],
  // Alaska, Hawaii and the territories.
  ['632 W 6th Ave, Anchorage, AK 99501', '632 | W 6th Ave | - | Anchorage | AK | 99501'],
  ['2005 Kalia Rd, Honolulu, HI 96815', '2005 | Kalia Rd | - | Honolulu | HI | 96815'],
  ['1055 Ashford Ave, San Juan, PR 00907', '1055 | Ashford Ave | - | San Juan | PR | 00907'],
  [
    'Calle San Francisco 153, San Juan, Puerto Rico 00901',
    '153 | Calle San Francisco | - | San Juan | PR | 00901',
  ],
  ['Urb Las Gladiolas 150 Calle A San Juan PR 00926', '150 | Calle A | - | San Juan | PR | 00926'],
  ['Carr 2 Km 14.3, Bayamon, PR 00961', 'Km 14.3 | Carr 2 | - | Bayamón | PR | 00961'],
  ['5143 Dronningens Gade, St Thomas, VI 00802', '5143 | Dronningens Gade | - | St Thomas | VI | 00802'],
  ['1198 Pale San Vitores Rd, Tamuning, GU 96913', '1198 | Pale San Vitores Rd | - | Tamuning | GU | 96913'],
  // Intersections and named buildings.
  ['Broadway & W 42nd St, New York, NY', '- | Broadway & W 42nd St | - | New York | NY | -'],
  [
    'Hollywood Blvd and Vine St, Los Angeles, CA 90028',
    '- | Hollywood Blvd and Vine St | - | Los Angeles | CA | 90028',
  ],
  ['Empire State Building, 350 5th Ave, New York, NY 10118', '350 | 5th Ave | - | New York | NY | 10118'],
  [
    'Shops at Merrick Park, 358 San Lorenzo Ave, Coral Gables, FL 33146',
    '358 | San Lorenzo Ave | - | Coral Gables | FL | 33146',
  ],
  // Misspelled, but the ZIP code is unambiguous.
  ['742 Evergreen Terrace, Springfeild, OR 97477', '742 | Evergreen Terrace | - | Springfield | OR | 97477'],
  ['301 N Rodeo Dr, Beverley Hills, CA 90210', '301 | N Rodeo Dr | - | Beverly Hills | CA | 90210'],
  ['1 Civic Plaza NW, Albequerque NM 87102', '1 | Civic Plaza NW | - | Albuquerque | NM | 87102'],
  ['200 W Washington St Pheonix AZ 85003', '200 | W Washington St | - | Phoenix | AZ | 85003'],
  ['151 3rd St, San Francisco, Californa 94103', '151 | 3rd St | - | San Francisco | CA | 94103'],
];

describe('parses real US addresses into parts, with the right city and ZIP code', () => {
  test.each(REAL_ADDRESSES)('%s', async (address, expected) => {
    const place = expectPlace(await geocoder.forward(address));
    expect(summary(place)).toBe(expected);
  });

  test('returns a point in the state of the address', async () => {
    for (const [address] of REAL_ADDRESSES) {
      const { longitude, latitude, address: parts } = expectPlace(await geocoder.forward(address));
      const reversed = expectPlace(await geocoder.reverse(longitude, latitude));
      expect(reversed.address.region, address).toBe(parts.region);
    }
  });
});

describe('precision of the result', () => {
  test('places a street address at the centre of its ZIP code area with the type postal_code', async () => {
    const first = expectPlace(await geocoder.forward('151 3rd St, San Francisco, CA 94103'));
    const second = expectPlace(
      await geocoder.forward('1 Dr Martin Luther King Blvd, San Francisco, CA 94103'),
    );
    expect(first.locationType).toBe('postal_code');
    expect([first.longitude, first.latitude]).toEqual([second.longitude, second.latitude]);
  });

  test('returns the type locality without a ZIP code, or with one that has no area', async () => {
    expect(expectPlace(await geocoder.forward('151 3rd St, San Francisco, CA')).locationType).toBe(
      'locality',
    );
    expect(expectPlace(await geocoder.forward('350 5th Ave, New York, NY 10118')).locationType).toBe(
      'locality',
    );
  });

  test('omits unknown parts instead of returning null', async () => {
    const { address } = expectPlace(await geocoder.forward('Broadway & W 42nd St, New York, NY'));
    expect(Object.keys(address).sort()).toEqual(['locality', 'region', 'street', 'street2']);
    expect(address.street2).toBeNull();
  });

  test('uses the address line as written for the name, or the building if one is named', async () => {
    expect(expectPlace(await geocoder.forward('Calle San Francisco 153, San Juan, PR 00901')).name).toBe(
      'Calle San Francisco 153',
    );
    expect(expectPlace(await geocoder.forward('Willis Tower, 233 S Wacker Dr, Chicago, IL 60606')).name).toBe(
      'Willis Tower',
    );
  });

  test('keeps an addressee or a second building in street2, not in the name', async () => {
    const care = expectPlace(await geocoder.forward('Attn: Bob Smith, 123 Main St, Troy, NY 12180'));
    expect([care.name, care.address.street2]).toEqual(['123 Main St', 'Attn: Bob Smith']);
    const tower = expectPlace(
      await geocoder.forward('285 Fulton St, One World Trade Center, New York, NY 10007'),
    );
    expect([tower.name, tower.address.street2]).toEqual(['285 Fulton St', 'One World Trade Center']);
  });

  test('keeps an urbanización in street2', async () => {
    const place = expectPlace(
      await geocoder.forward('Urb. Santa Rosa, 12 Calle 5, Apt 3, Bayamón, PR 00959'),
    );
    expect(place.address.street2).toBe('Urb. Santa Rosa, Apt 3');
    expect(place.address2).toBe('Apt 3');
  });

  test.each([
    ['1060 W Addison St, Chicago, IL 60613', 'America/Chicago'],
    ['200 W Washington St, Phoenix, AZ 85003', 'America/Phoenix'],
    ['102 Division St, Nome, AK 99762', 'America/Nome'],
    ['2005 Kalia Rd, Honolulu, HI 96815', 'Pacific/Honolulu'],
    ['1055 Ashford Ave, San Juan, PR 00907', 'America/Puerto_Rico'],
  ])('%s is on %s time', async (address, zone) => {
    expect(expectPlace(await geocoder.forward(address)).timeZone).toBe(zone);
  });
});

const REFUSED: readonly (readonly [address: string, reason: RegExp, suggestions: readonly string[]])[] = [
  ['PO Box 1234, Austin, TX 78767', /cannot visit a PO box.*street address/, []],
  ['P.O. Box 5, 123 Main St, Troy, NY 12180', /PO box/, []],
  ['RR 2 Box 152, Ozark, AR 72949', /rural route.*street address/, []],
  ['HC 1 Box 3000, Lajas, PR 00667', /rural route/, []],
  ['Unit 2050 Box 4190, APO AP 96278', /military mail/, []],
  ['12 Oak St, Sacremento, CA', /"Sacremento" is not a known place in California/, ['Sacramento, CA']],
  ['12 Oak St Sacremento CA', /"Sacremento"/, ['Sacramento, CA']],
  ['10 Main St, Cincinatti, OH', /"Cincinatti"/, ['Cincinnati, OH']],
  ['1 Main St, San Francisco, Californa', /"Californa" is not a US state/, ['California']],
  ['123 Main St, Austin, TX 94103', /94103 is in California.*says TX/, ['San Francisco, CA 94103']],
  [
    '12 Oak St, San Francisco, CA 90210',
    /90210 belongs to Beverly Hills.*"San Francisco".*miles/,
    ['Beverly Hills, CA 90210', 'San Francisco, CA 94102'],
  ],
  [
    '12 Oak St, Sacremento, CA 90210',
    /90210 belongs to Beverly Hills.*Sacramento/,
    ['Beverly Hills, CA 90210', 'Sacramento, CA 95811'],
  ],
  [
    '100 N Holliday St, Baltimore 90210',
    /90210 belongs to Beverly Hills.*Baltimore, MD/,
    ['Beverly Hills, CA 90210', 'Baltimore, MD 21201'],
  ],
  [
    '10 Downing St, London 90210',
    /90210 belongs to Beverly Hills.*"London"/,
    ['Beverly Hills, CA 90210', 'London, CA'],
  ],
  ['77 Massachusetts Ave, Cambridge, MA 2139', /"2139" is not a ZIP code.*5 digits/, ['Cambridge, MA 02139']],
  [
    '123 Main St, Reno, NV 89999',
    /89999 is not a known ZIP code/,
    ['Reno, NV 89557', 'Reno, NV 89523', 'Reno, NV 89521'],
  ],
  [
    '1 Main St, Brooklyn NY 11201; 2 Main St, Boston MA',
    /two addresses: the first ends with NY 11201.*one address per stop/,
    [],
  ],
  ['1 Main St, Brooklyn, NY 11201, 2 Main St, Boston, MA 02108', /two addresses/, []],
  ['94103', /no street/, []],
  ['San Francisco, CA 94103', /no street/, []],
  ['Market St, San Francisco, CA', /"Market St" has no house number/, []],
  ['0 Market St, San Francisco, CA 94103', /^"0" is not a house number\. Correct/, []],
  ['000-A Market St, San Francisco, CA 94103', /^"000-A" is not a house number/, []],
  [`${'7'.repeat(300)} Market St, San Francisco, CA`, /^"7{20}…" is not a house number: a/, []],
  ['Market St & Market Street, San Francisco, CA', /"Market St & Market Street" names one street twice/, []],
  ['Corner of 5th Ave and Fifth Avenue, New York, NY', /names one street twice\. Name two/, []],
  ['123 Main St, CA', /contains no city in California/, []],
  ['Market St, San Francisco', /neither a ZIP code nor a state/, ['San Francisco, CA']],
  ['Los Angeles', /neither a ZIP code nor a state/, ['Los Angeles, CA']],
  ['asdf qwerty zxcv', /neither a ZIP code nor a state/, []],
  ['37.7749, -122.4194', /array of two numbers, \[longitude, latitude\]/, []],
  ['   ', /empty/, []],
  [
    '123 Oak St Louisville OH',
    /beginning of the city is ambiguous.*comma/,
    ['Saint Louisville, OH', 'Louisville, OH'],
  ],
  ['200 Oak St, Woodlawn, MD', /Maryland has several places named Woodlawn.*ZIP code/, []],
];

describe('refuses addresses that cannot be located, with what to correct', () => {
  test.each(REFUSED)('%s', async (address, reason, suggestions) => {
    const outcome = await geocoder.forward(address);
    expect(outcome).toMatchObject({ kind: 'not_found', suggestions });
    expect(outcome.kind === 'not_found' && outcome.reason).toMatch(reason);
  });

  test.each([
    '10 Downing Street, London SW1A 2AA, UK',
    '24 Sussex Drive, Ottawa, ON K1M 1M4',
    '350 Ouellette Ave, Windsor, ON',
    'Av. Paseo de la Reforma 50, Ciudad de México, Mexico',
    '42 Wallaby Way, Sydney, Australia',
  ])('refuses %s as outside the United States', async (address) => {
    expect(await geocoder.forward(address)).toMatchObject({
      kind: 'outside',
      reason: expect.stringContaining('outside'),
    });
  });

  test('suggests the same city name in several states, largest first', async () => {
    const outcome = await geocoder.forward('100 Main St, Portland, CA');
    expect(outcome.kind === 'not_found' && outcome.suggestions[0]).toBe('Portland, OR');
  });
});

describe('robustness', () => {
  const words = fc.constantFrom(
    '123',
    '1/2',
    'Main',
    'St',
    'Apt',
    '#',
    ',',
    '&',
    'CA',
    'New York',
    '94103',
    'Ñ',
    'box',
    'constructor',
    '__proto__',
    '½',
    '\n',
    '-',
  );
  test('returns an outcome for any string of up to 500 characters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 200 }),
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.array(words, { maxLength: 80 }).map((list) => list.join(' ').slice(0, 500)),
        ),
        async (address) => {
          const outcome = await geocoder.forward(address);
          expect(['found', 'not_found', 'outside']).toContain(outcome.kind);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('handles strings designed to be slow within the time limit', async () => {
    const hostile = [
      '1 '.repeat(250),
      ', '.repeat(250),
      'Apt 1 '.repeat(83),
      `${'a'.repeat(498)} 1`,
      `1 ${'st '.repeat(160)}CA`,
    ];
    const startedAt = performance.now();
    for (const address of hostile) await geocoder.forward(address);
    expect(performance.now() - startedAt).toBeLessThan(timeGoal(1_000));
  });
});
