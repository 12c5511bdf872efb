// The longest route: seven addresses around New York, in seven ZIP codes.

export const sevenAddresses = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30-30 47th Ave, Long Island City, NY 11101',
  '1 E 161st St, Bronx, NY 10451',
  '25 Market St, Newark, NJ 07102',
  '1 Hudson St, Hoboken, NJ 07030',
  '200 Richmond Ter, Staten Island, NY 10301',
] as const;

export const sevenStops = sevenAddresses.map((location) => ({ location }));
