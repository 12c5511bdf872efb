// Fields of a booking's customer, for new and existing bookings.
import { TextField } from '../../ui/field.tsx';
import type { CustomerDraft, Faults } from './contacts/contact-draft.ts';
import { showPhone } from './phone-number.ts';

interface CustomerFieldsProps {
  readonly customer: CustomerDraft;
  readonly onChange: (customer: CustomerDraft) => void;
  readonly faults: Faults;
}

export function CustomerFields({ customer, onChange, faults }: CustomerFieldsProps) {
  const set = (change: Partial<CustomerDraft>) => onChange({ ...customer, ...change });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label="Customer name"
        maxLength={255}
        autoComplete="off"
        value={customer.name}
        error={faults['customer.name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label="Customer phone"
        type="tel"
        autoComplete="off"
        placeholder="(212) 555-0142"
        value={customer.phone}
        hint="Receives messages about the whole delivery."
        error={faults['customer.phone']}
        onChange={(event) => set({ phone: event.currentTarget.value })}
        onBlur={() => set({ phone: showPhone(customer.phone) })}
      />
      <TextField
        label="Customer e-mail"
        type="email"
        maxLength={255}
        autoComplete="off"
        className="sm:col-span-2"
        value={customer.email}
        error={faults['customer.email']}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
    </div>
  );
}
