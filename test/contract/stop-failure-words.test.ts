// The words of a failed stop: operators and partners read what the crew has chosen.
import { expect, it } from 'vitest';
import { formatStopFailure, STOP_FAILURE_REASONS } from '../../src/domain/booking/stop-failure-reasons.ts';
import { stopMessages } from '../../web/crew/day/stop-messages.ts';

it('gives a stop failure the words that the crew chooses from', () => {
  const texts = STOP_FAILURE_REASONS.map((reason) => formatStopFailure(reason, null));
  expect(texts).toEqual(STOP_FAILURE_REASONS.map((reason) => stopMessages.en[reason]));
});
