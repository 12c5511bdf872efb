// Doctor checks of amounts: whole cents, every total equals the sum of its parts, no fee above the price of the job.
import { amountFault } from '../../../../domain/adjustment.ts';
import type { Booking, Cancellation } from '../../../../domain/booking.ts';
import { tierFeeCents, tierHolds } from '../../../../domain/cancellation-policy.ts';
import type { Fare } from '../../../../domain/fare.ts';
import type { Quote } from '../../../../domain/quote.ts';

export function quoteMoneyFaults({ estimate, addons }: Quote<unknown>): string[] {
  const addonCents = addons.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    ...(estimate.length >= 1 && estimate.length <= 2 ? [] : ['an estimate is one fare or two']),
    ...estimate.flatMap((fare) => fareFaults(fare, 'the estimate')),
    ...(estimate.every((fare) => linesOf(fare, 'addon') === addonCents)
      ? []
      : ['the add-ons in the estimate are not those of the quote']),
  ];
}

export function bookingMoneyFaults(booking: Booking): string[] {
  const { fare, tipCents, cancellation } = booking;
  return [
    ...(fare === null ? [] : fareFaults(fare, 'the fare')),
    // The fare may contain more: a tip can be added after creation.
    ...(fare === null || linesOf(fare, 'tip') >= tipCents ? [] : ['the tip is missing from the fare']),
    ...(cancellation === null ? [] : feeFaults(cancellation, booking)),
  ];
}

/** Checks the fee against the tier stored with the cancellation. The account's policy may have changed since. */
function feeFaults({ by, feeCents, tier = null, atMs }: Cancellation, booking: Booking): string[] {
  if (!Number.isSafeInteger(feeCents) || feeCents < 0) return ['the cancellation fee is not in whole cents'];
  if (feeCents > booking.quote.estimate[0].totalCents)
    return ['the cancellation fee is more than the job would have cost'];
  if (feeCents > 0 && by !== 'partner' && by !== 'operator')
    return [`a fee was taken for a cancellation by the ${by}`];
  const askedCents = tier === null ? 0 : tierFeeCents(tier, booking);
  if (feeCents !== askedCents)
    return [`the cancellation fee is ${feeCents}, the policy asked for ${askedCents}`];
  if (tier !== null && !tierHolds(tier.from, booking, atMs))
    return ['the cancellation fee is of a tier that did not hold yet'];
  return [];
}

function fareFaults(fare: Fare, name: string): string[] {
  const { totalCents, billedMiles, adjustments } = fare;
  const lines = [
    fare.baseCents,
    fare.laborCents,
    fare.travelDistanceCents,
    fare.travelDurationCents,
    fare.stopsCents,
  ];
  const sum = [...lines, ...adjustments.map(({ amountCents }) => amountCents)].reduce((a, b) => a + b, 0);
  const isWhole = [totalCents, ...lines].every((cents) => Number.isSafeInteger(cents));
  return [
    ...(isWhole && lines.every((cents) => cents >= 0) ? [] : [`${name} is not in whole cents from 0 up`]),
    ...(sum === totalCents ? [] : [`the total of ${name} is ${totalCents}, its parts make ${sum}`]),
    ...(billedMiles >= 0 ? [] : [`${name} bills less than no miles`]),
    ...adjustments.flatMap(({ kind, amountCents }) => amountFault(kind, amountCents) ?? []),
  ];
}

function linesOf({ adjustments }: Fare, wanted: 'addon' | 'tip'): number {
  return adjustments.reduce((sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum), 0);
}
