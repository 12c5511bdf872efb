// Doctor checks of amounts: whole cents, every total equals the sum of its parts, no fee above the price of the job.
import type { Booking, Cancellation } from '../../../../domain/booking/booking.ts';
import { tierApplies, tierFeeCents } from '../../../../domain/booking/cancellation-policy.ts';
import { amountFault } from '../../../../domain/money/adjustment.ts';
import type { Fare } from '../../../../domain/money/fare.ts';
import type { Quote } from '../../../../domain/money/quote.ts';

export function quoteMoneyFaults({ estimate, addons }: Quote<unknown>): string[] {
  const addonCents = addons.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    ...(estimate.length >= 1 && estimate.length <= 2 ? [] : ['the estimate must have one or two fares']),
    ...estimate.flatMap((fare) => fareFaults(fare, 'the estimate')),
    ...(estimate.every((fare) => linesOf(fare, 'addon') === addonCents)
      ? []
      : ['the add-ons in the estimate differ from those of the quote']),
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
  if (!Number.isSafeInteger(feeCents) || feeCents < 0)
    return ['the cancellation fee is negative or not in whole cents'];
  if (feeCents > booking.quote.estimate[0].totalCents)
    return ['the cancellation fee exceeds the price of the job'];
  if (feeCents > 0 && by !== 'partner' && by !== 'operator')
    return [`a fee was charged for a cancellation by the ${by}`];
  const askedCents = tier === null ? 0 : tierFeeCents(tier, booking);
  if (feeCents !== askedCents)
    return [`the cancellation fee is ${feeCents}, the policy requires ${askedCents}`];
  if (tier !== null && !tierApplies(tier.from, booking, atMs))
    return ['the cancellation fee is of a tier that did not apply yet'];
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
    ...(isWhole && lines.every((cents) => cents >= 0)
      ? []
      : [`${name} has a negative amount or one that is not in whole cents`]),
    ...(sum === totalCents ? [] : [`the total of ${name} is ${totalCents}, the sum of its parts is ${sum}`]),
    ...(billedMiles >= 0 ? [] : [`${name} has negative miles`]),
    ...adjustments.flatMap(({ kind, amountCents }) => amountFault(kind, amountCents) ?? []),
  ];
}

function linesOf({ adjustments }: Fare, wanted: 'addon' | 'tip'): number {
  return adjustments.reduce((sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum), 0);
}
