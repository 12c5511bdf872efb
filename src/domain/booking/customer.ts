// The customer: the person a booking is for, as named by the organization.
import { Problem } from '../../lib/problem.ts';

export type AccountKind = 'organization' | 'personal';

export interface Customer {
  readonly name: string | null;
  readonly email: string | null;
  /** E.164. */
  readonly phoneNumber: string | null;
}

/** On a personal account, the user who books is the customer. */
export function refuseCustomer(accountKind: AccountKind, customer: Customer | null | undefined): void {
  if (customer === null || customer === undefined) return;
  if (accountKind === 'personal') {
    throw Problem.of(
      'customer_not_allowed',
      'customer is allowed only for organizations: on a personal account, the user is the customer.',
      {
        param: 'customer',
      },
    );
  }
  if (customer.email === null && customer.phoneNumber === null) {
    throw Problem.of('invalid_parameter', 'customer must have an email or a phone_number.', {
      param: 'customer',
    });
  }
}
