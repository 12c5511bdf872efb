// The example booking of the OpenAPI description, built by the domain functions that build real bookings.
import { createBooking } from '../../domain/booking/booking-create.ts';
import type { ScheduledWindow } from '../../domain/time/arrival-window.ts';
import { exampleQuote } from '../quotes/quote-example.ts';
import { presentBooking } from './booking-view.ts';

const nowMs = exampleQuote.createdAtMs;

/**
 * The second window that the schedule lists at that time. Stated instead of computed: finding the clock changes of a year
 * loads the time zone data of ICU, which no process needs before its first schedule.
 */
export const exampleWindow: ScheduledWindow = {
  kind: 'listed',
  id: '01e23460-fab2-8b2d-9ddd-9b0cf3f26b15',
  timeZone: 'America/New_York',
  startMs: Date.parse('2030-01-31T16:00:00Z'),
  endMs: Date.parse('2030-01-31T17:00:00Z'),
  label: 'Thu, Jan 31, 11:00 AM – 12:00 PM EST',
  bucketStartMs: Date.parse('2030-01-31T16:00:00Z'),
};

export const exampleCreation = createBooking(
  {
    quote: exampleQuote,
    window: exampleWindow,
    windowRef: 'origin',
    description: 'A sofa, wrapped',
    orderNumber: 'SO-10442',
    tipCents: 500,
    customerNotificationsEnabled: true,
    photoUrls: [],
    customer: { name: 'Ana Diaz', email: null, phoneNumber: '+14155552671' },
    metadata: { cart: 'c_889' },
    simulation: null,
  },
  {
    id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
    hid: '7XK2M9QT',
    accountId: '',
    accountKind: 'organization',
    bookedBy: null,
  },
  { nowMs, nextId: () => '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fdd' },
);

export const exampleShareUrl = 'https://api.example.com/track/1pQ0xZ3m8sT5vWcYbN7fRg';
export const bookingExample = presentBooking(exampleCreation.booking, exampleShareUrl);
