// Phone numbers of a booking as links: crew, customer and contacts.
import { PhoneLink } from '../../ui/phone-link.tsx';
import type { OperatorBooking } from '../api.ts';

interface Callee {
  readonly who: string;
  readonly number: string;
}

export function PhoneNumbers({ details }: { readonly details: OperatorBooking }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Phone numbers">
      {calleesOf(details).map(({ who, number }) => (
        <li key={number} className="flex items-center gap-1.5">
          <span>{who}</span>
          <PhoneLink number={number} who={who} />
        </li>
      ))}
    </ul>
  );
}

/** Each number once: a customer is usually a contact too. */
function calleesOf({ booking: { customer, contacts }, crew }: OperatorBooking): readonly Callee[] {
  const all: readonly (Partial<Callee> & { readonly who: string })[] = [
    ...(crew?.phone_number ? [{ who: crew.name, number: crew.phone_number }] : []),
    ...(customer?.phone_number ? [{ who: customer.name ?? 'Customer', number: customer.phone_number }] : []),
    ...contacts.map(({ name, phone_number }) => ({ who: name ?? 'Contact', number: phone_number })),
  ];
  const byNumber = new Map<string, Callee>();
  for (const { who, number } of all)
    if (number && !byNumber.has(number)) byNumber.set(number, { who, number });
  return [...byNumber.values()];
}
