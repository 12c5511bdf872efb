// The example quote of the OpenAPI description, built by the domain functions that build real quotes.
import { DEFAULT_PRICE_BOOK } from '../../domain/money/default-price-book.ts';
import { createQuote } from '../../domain/money/quote.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import type { RouteStop } from '../../domain/place/route.ts';
import { noStopDetails } from '../../domain/place/stop-details.ts';
import { estimateTravel } from '../../domain/place/travel-estimate.ts';
import { presentQuote } from './quote-view.ts';

function stop(
  digit: number,
  name: string,
  street: string,
  postalCode: string,
  point: [number, number],
): RouteStop {
  const [longitude, latitude] = point;
  const [number = '', ...words] = street.split(' ');
  return {
    id: `0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f${digit}0`,
    location: {
      id: `0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f${digit}1`,
      name,
      address2: null,
      longitude,
      latitude,
      address: { number, street: words.join(' '), locality: 'New York', region: 'NY', postalCode },
      locationType: 'postal_code',
      timeZone: 'America/New_York',
    },
    ...noStopDetails,
    instructions: digit === 1 ? 'Ring twice' : null,
  };
}

const route = [
  stop(0, '350 5th Ave, New York, NY 10118', '350 5th Ave', '10118', [-73.9857, 40.7484]),
  stop(1, '200 Broadway, New York, NY 10038', '200 Broadway', '10038', [-74.0027, 40.7094]),
];

const quoted = createQuote(DEFAULT_SERVICE_AREA, DEFAULT_PRICE_BOOK, {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fff',
  product: 'van',
  route,
  travel: estimateTravel(route.map(({ location }) => location)),
  addonSlugs: [],
  createdAtMs: Date.UTC(2030, 0, 31, 15),
});
if (!quoted.ok) throw new Error('the example cannot be quoted');

export const exampleQuote = quoted.value;
export const quoteExample = presentQuote(exampleQuote);
