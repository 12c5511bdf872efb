// The words of a failed stop: operators and partners read what the crew has chosen, and operators choose from the same.
import { expect, it } from 'vitest';
import { formatStopFailure, STOP_FAILURE_REASONS } from '../../src/domain/booking/stop-failure-reasons.ts';
import { stopFailureTexts } from '../../web/console/bookings/stop-failure-texts.ts';
import { stopMessages } from '../../web/crew/day/stop-messages.ts';

const texts = STOP_FAILURE_REASONS.map((reason) => formatStopFailure(reason, null));

it('gives a stop failure the words that the crew chooses from', () => {
  expect(texts).toEqual(STOP_FAILURE_REASONS.map((reason) => stopMessages.en[reason]));
});

it('offers operators the same words, except for a reason that they describe themselves', () => {
  expect(stopFailureTexts).toEqual(texts.filter((text) => text !== formatStopFailure('other', null)));
});
