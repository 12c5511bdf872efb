// Fields of a booking's customer, for new and existing bookings.
import { errorForParam } from '../../client/api-request.ts';
import { TextField } from '../../ui/field.tsx';
import type { Customer } from '../partner.generated.ts';

export const customerParams = [
  'customer',
  'customer.name',
  'customer.phone_number',
  'customer.email',
  'contacts[0].phone_number',
  'contacts[0].email',
] as const;

export function customerFields(customer: Customer | null, error: Error | null) {
  const errorFor = (...params: readonly string[]) =>
    params.map((param) => errorForParam(error, param)).find((message) => message !== null) ?? null;
  return (
    <>
      <TextField
        label="Customer name"
        name="customer_name"
        maxLength={255}
        autoComplete="off"
        defaultValue={customer?.name ?? ''}
        error={errorFor('customer', 'customer.name')}
      />
      <TextField
        label="Customer phone"
        name="customer_phone"
        type="tel"
        autoComplete="off"
        defaultValue={customer?.phone_number ?? ''}
        hint="Receives messages about the delivery."
        error={errorFor('customer.phone_number', 'contacts[0].phone_number')}
      />
      <TextField
        label="Customer e-mail"
        name="customer_email"
        type="email"
        maxLength={255}
        autoComplete="off"
        defaultValue={customer?.email ?? ''}
        error={errorFor('customer.email', 'contacts[0].email')}
      />
    </>
  );
}
