// Default prices of a new installation: round figures in the range of on-demand movers in US cities. Operators
// replace them.
import { PRODUCTS } from '../dispatch/product.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import type { FareStructure, LaborModel, PriceBook, ProductPrices } from './price-book.ts';

const MAX_ROUTE_MILES = 500;

function prices(structure: FareStructure, labor: LaborModel): ProductPrices {
  return { structure, labor, billsAllStops: false, maxRouteMiles: MAX_ROUTE_MILES };
}

function variable(lowMinutesPerStop: number, highMinutesPerStop: number): LaborModel {
  return { kind: 'variable', lowMinutesPerStop, highMinutesPerStop };
}

export const DEFAULT_PRICE_BOOK: PriceBook = {
  areaSlug: DEFAULT_SERVICE_AREA.slug,
  products: {
    lite: prices(
      {
        baseCents: 3_900,
        perMileCents: 180,
        includedMiles: 3,
        perMinuteLaborCents: 75,
        perMinuteTravelCents: 35,
        perStopCents: 1_800,
      },
      { kind: 'fixed', minutesPerStop: 10 },
    ),
    pickup: prices(
      {
        baseCents: 5_900,
        perMileCents: 190,
        includedMiles: 3,
        perMinuteLaborCents: 145,
        perMinuteTravelCents: 45,
        perStopCents: 2_200,
      },
      variable(8, 20),
    ),
    van: prices(
      {
        baseCents: 7_900,
        perMileCents: 220,
        includedMiles: 3,
        perMinuteLaborCents: 165,
        perMinuteTravelCents: 50,
        perStopCents: 2_600,
      },
      variable(10, 25),
    ),
    xl: prices(
      {
        baseCents: 9_900,
        perMileCents: 240,
        includedMiles: 3,
        perMinuteLaborCents: 185,
        perMinuteTravelCents: 55,
        perStopCents: 3_000,
      },
      variable(12, 35),
    ),
    box: prices(
      {
        baseCents: 12_900,
        perMileCents: 280,
        includedMiles: 3,
        perMinuteLaborCents: 210,
        perMinuteTravelCents: 65,
        perStopCents: 3_500,
      },
      variable(15, 60),
    ),
  },
  addons: [
    {
      slug: 'assembly',
      name: 'Assembly',
      description: 'Assemble items on site, tools included',
      amountCents: 4_900,
      products: PRODUCTS,
    },
    {
      slug: 'disassembly',
      name: 'Disassembly',
      description: 'Disassemble items that do not fit through the door',
      amountCents: 3_900,
      products: PRODUCTS,
    },
    {
      slug: 'haul_away',
      name: 'Haul-away',
      description: 'Remove the old item and dispose of it',
      amountCents: 5_900,
      products: PRODUCTS,
    },
    {
      slug: 'packaging_removal',
      name: 'Packaging removal',
      description: 'Unpack the item and remove the packaging',
      amountCents: 1_500,
      products: PRODUCTS,
    },
    {
      slug: 'extra_helper',
      name: 'Extra helper',
      description: 'A third crew member for heavy or bulky items',
      amountCents: 6_500,
      // Not offered for lite, which has a crew of one: a partner who needs a second crew member orders pickup.
      products: PRODUCTS.filter((product) => product !== 'lite'),
    },
    {
      slug: 'stairs_carry',
      name: 'Stairs carry',
      description: 'Carry items by the stairs where there is no elevator',
      amountCents: 2_500,
      products: PRODUCTS,
    },
  ],
};
