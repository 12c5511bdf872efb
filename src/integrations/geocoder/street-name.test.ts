import { describe, expect, it } from 'vitest';
import { basesFor, parseStreetName, placeKey } from './street-name.ts';

/** Leading direction, base, type and trailing direction; '-' for a missing part. */
function summary(text: string): string {
  const name = parseStreetName(text);
  if (!name) return 'nothing';
  return [name.leading, name.base, name.type, name.trailing].map((part) => part || '-').join(' ');
}

describe('names of streets', () => {
  it.each([
    ['n charles st -', ['North Charles Street', 'N Charles St', 'N. CHARLES ST.', 'n charles str']],
    ['- saintpaul st -', ['St. Paul Street', 'Saint Paul St', 'ST PAUL ST']],
    ['- charlesstreet ext -', ['Charles St Extension', 'Charles Street Ext']],
    ['w 34 st -', ['West 34th Street', 'W 34 St', 'W.34th St', 'West Thirty-Fourth Street']],
    ['- 5 ave -', ['Fifth Avenue', '5th Ave', '5 Av.']],
    ['- 21 st -', ['Twenty First St', '21st Street']],
    ['- n ave -', ['North Avenue', 'N Ave']],
    ['w n ave -', ['West North Avenue', 'W North Ave']],
    ['- e st nw', ['E Street Northwest', 'E St NW']],
    ['- avenuen - -', ['Avenue N', 'Ave N']],
    ['s 300 - w', ['South 300 West', 'S 300 W']],
    ['- oreilly ln -', ['O’Reilly Lane', "O'Reilly Ln", 'OReilly Ln']],
    ['- wilkesbarre blvd -', ['Wilkes-Barre Boulevard', 'Wilkes Barre Blvd']],
    ['- greenmount ave -', ['Greenmount Avenue', 'Green Mount Ave', 'Green Mt Ave']],
    ['- fleet st -', ['Fleet Street', 'Fleet St']],
    [
      '- martinlutherking blvd -',
      ['Dr. Martin Luther King Jr. Boulevard', 'Martin Luther King Jr Blvd', 'MLK Blvd'],
    ],
    ['- parkavenue ct -', ['Park Avenue Court', 'Park Ave Ct']],
    ['- us40 - -', ['US 40', 'US Route 40', 'U.S. Highway 40', 'US-40']],
    [
      '- state144 - -',
      ['MD 144', 'MD-144', 'State Route 144', 'SR 144', 'Maryland State Route 144', 'MD State Highway 144'],
    ],
    ['- county250 - -', ['County Road 250', 'CR 250', 'Co Rd 250']],
    ['- route9 - n', ['Route 9 North', 'Hwy 9 N']],
    ['- avenue - -', ['Avenue', 'Ave']],
    ['- callenunez - -', ['Calle Núñez', 'Calle Nunez']],
    ['nothing', ['', ' ., ']],
  ])('%s', (expected, spellings) => {
    for (const spelling of spellings) expect(summary(spelling), spelling).toBe(expected);
  });

  it('looks for a route without its kind among all kinds', () => {
    const search = (text: string) =>
      basesFor(parseStreetName(text) ?? { base: '', type: '', leading: '', trailing: '' });
    expect(search('Route 40')).toEqual(['route40', 'us40', 'state40', 'county40']);
    expect(search('US 40')).toEqual(['us40', 'route40']);
    expect(search('Light St')).toEqual(['light']);
  });

  it('compares place names without article, case and abbreviations', () => {
    expect(placeKey('The National Aquarium')).toBe(placeKey('national aquarium'));
    expect(placeKey("St. Mary's Park")).toBe(placeKey('Saint Marys Park'));
  });
});
