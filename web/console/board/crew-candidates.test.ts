import { expect, it } from 'vitest';
import { type CandidateCrew, candidateVerdict, formatCandidate } from './crew-candidates.ts';

const slot = {
  starts_at: '2030-01-15T20:00:00Z',
  arrives_at: '2030-01-15T20:26:00Z',
  ends_at: '2030-01-15T22:00:00Z',
};
const fitting: CandidateCrew = {
  crew: { id: 'crew-1', name: 'East pickup', vehicle_type: 'pickup_truck' },
  fits: true,
  reasons: [],
  slot,
  minutes_late: 0,
  can_be_sent: true,
  engaged_in: null,
};
const describe = (choice: CandidateCrew) => [
  candidateVerdict(choice),
  formatCandidate(choice, () => '3:26 PM'),
];

it('says how late a crew would be, and warns before it is assigned', () => {
  expect(describe(fitting)).toEqual(['fits', 'Fits, arrives at 3:26 PM']);
  expect(describe({ ...fitting, minutes_late: 76 })).toEqual([
    'warns',
    'Arrives at 3:26 PM, 1 hr 16 min late',
  ]);
});

it('names the vehicle that does not fit and the booking that engages the crew', () => {
  const busy = { ...fitting, fits: false, slot: null, can_be_sent: false, engaged_in: '4MH8Z6YG' };
  expect(describe({ ...busy, reasons: ['vehicle', 'busy'] })).toEqual([
    'refuses',
    'Cannot be assigned: busy with 4MH8Z6YG, wrong vehicle (pickup truck)',
  ]);
});
