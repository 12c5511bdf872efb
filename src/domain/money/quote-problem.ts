// Converts the faults of a quote to Problems.
import { Problem } from '../../lib/problem.ts';
import type { AddonFault } from './addon-set.ts';
import type { QuoteFault } from './quote.ts';

/** `routeParam` is the request parameter that determined the route. */
export function quoteProblem(fault: QuoteFault | undefined, routeParam = 'stops'): Problem {
  switch (fault?.kind) {
    case 'product_unavailable':
      return Problem.of('product_unavailable', `${fault.product} is not available on this route.`, {
        param: 'product',
      });
    case 'route_too_long':
      return Problem.of(
        'route_too_long',
        `The route is ${fault.miles} miles long; the maximum is ${fault.maxMiles} miles.`,
        { param: routeParam },
      );
    case 'addon_unknown':
    case 'addon_unavailable':
    case 'addon_repeated':
      return addonProblem(fault);
    case undefined:
      throw new Error('a quote was refused without a fault');
  }
}

function addonProblem({ kind, index, slug, sold }: AddonFault): Problem {
  const param = `addons[${index}]`;
  if (kind === 'addon_repeated') {
    return Problem.of('invalid_parameter', `${param} repeats ${slug}.`, { param });
  }
  const reason =
    kind === 'addon_unknown' ? 'is not an add-on of this service area' : 'is not available for this product';
  const choice = sold.length > 0 ? `Choose from ${sold.join(', ')}` : 'No add-ons are available: omit addons';
  return Problem.of('addon_unavailable', `${slug} ${reason}. ${choice}.`, { param });
}
