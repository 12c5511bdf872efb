// The example booking of the OpenAPI description, built by the domain functions that build real bookings.
import { createBooking } from '../../domain/booking/booking-create.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import { listWindows } from '../../domain/time/arrival-window.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { exampleQuote } from '../quotes/quote-example.ts';
import { presentBooking } from './booking-view.ts';

const nowMs = exampleQuote.createdAtMs;
const calendar = { area: DEFAULT_SERVICE_AREA, product: exampleQuote.product, timeZone: 'America/New_York' };
const [, window] = listWindows(calendar, nowMs, sha256Hex);
if (!window) throw new Error('the example has no window');

export const exampleCreation = createBooking(
  {
    quote: exampleQuote,
    window,
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
