// Contacts of a booking.
import type { Check, Section, Source } from '../check.ts';
import { type Exchange, listAt, valueAt } from '../exchange.ts';
import { expectFields, expectThat } from '../expectations.ts';
import { customer, fullBooking, orderOf, variantBooking } from '../fixtures.ts';
import { refusal } from './refusal.ts';
import { post } from './requests.ts';

const source: Source = { contract: 'ContactInput' };
const phone_number = '+12125550147';

const bad = (id: string, title: string, contact: object, param: string): Check =>
  refusal({
    id: `contacts.${id}`,
    title,
    source,
    send: (run) => post('/bookings', orderOf(run, { contacts: [contact] })),
    expect: { status: 400, type: 'validation_error', param },
  });

const numbersOf = (exchange: Exchange) =>
  listAt(exchange, 'contacts').map((each) => valueAt(each, 'phone_number'));

export const contacts: Section = {
  title: 'Contacts',
  checks: [
    {
      id: 'contacts.deduplicated',
      title: 'of two contacts with one phone number, only the first is saved',
      source,
      judge: async (run) => {
        const exchange = await run.need(fullBooking);
        const numbers = numbersOf(exchange).join();
        expectThat(exchange, numbers === '+12125550143,+12125550144', 'two contacts', numbers);
        expectFields(exchange, { 'contacts.0.name': 'Dock' });
      },
    },
    {
      id: 'contacts.selected',
      title: 'a contact with `stop_positions` has the scope selected and these stops',
      source: { contract: 'Contact' },
      judge: async (run) => {
        const exchange = await run.need(fullBooking);
        const stops = [0, 2].map((position) => ({
          id: valueAt(exchange.body, `route.${position}.id`),
          position,
        }));
        expectFields(exchange, {
          'contacts.0.notification_scope': 'selected',
          'contacts.0.stop_positions': [0, 2],
          'contacts.0.stops': stops,
        });
      },
    },
    {
      id: 'contacts.all',
      title: 'a contact without `stop_positions` has the scope all and empty lists',
      source: { contract: 'Contact' },
      judge: async (run) =>
        expectFields(await run.need(fullBooking), {
          'contacts.1.notification_scope': 'all',
          'contacts.1.stop_positions': [],
          'contacts.1.stops': [],
        }),
    },
    {
      id: 'contacts.empty-positions',
      title: 'empty `stop_positions` mean all stops',
      source,
      judge: async (run) =>
        expectFields(await run.need(variantBooking), {
          'contacts.0.notification_scope': 'all',
        }),
    },
    {
      id: 'contacts.instead-of-customer',
      title: 'with contacts, the customer is not also added as a contact',
      source: { contract: 'POST /bookings' },
      judge: async (run) => {
        const exchange = await run.need(fullBooking);
        const numbers = numbersOf(exchange);
        expectThat(exchange, !numbers.includes(customer.phone_number), 'no contact of the customer', numbers);
      },
    },
    bad(
      'position-outside',
      'a position beyond the last stop responds 400',
      { phone_number, stop_positions: [2] },
      'contacts[0].stop_positions[0]',
    ),
    bad(
      'position-negative',
      'a negative position responds 400',
      { phone_number, stop_positions: [-1] },
      'contacts[0].stop_positions[0]',
    ),
    bad('no-phone', '`phone_number` is required', { name: 'Dock' }, 'contacts[0].phone_number'),
    bad('phone', '`phone_number` is E.164', { phone_number: '5550147' }, 'contacts[0].phone_number'),
    bad('email', '`email` has its format', { phone_number, email: 'desk' }, 'contacts[0].email'),
    bad('closed', 'a contact has no additional properties', { phone_number, age: 41 }, 'contacts[0].age'),
  ],
};
