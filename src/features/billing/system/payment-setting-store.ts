// Store of payment settings: the accounts that pay per booking, with their payment methods.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ProviderName } from '../../../integrations/payments/payment-provider.ts';

export interface PaymentSetting {
  readonly accountId: string;
  readonly provider: ProviderName;
  /** Ids of the customer and its payment method at the provider. */
  readonly customer: string;
  readonly method: string;
  readonly updatedAt: Date;
}

export async function findPaymentSetting(
  db: SystemDatabase,
  accountId: string,
): Promise<PaymentSetting | undefined> {
  const { rows } = await sql<PaymentSetting>`
    select account_id as "accountId", provider, customer, method, updated_at as "updatedAt"
    from payment_setting where account_id = ${accountId}`.execute(db);
  return rows[0];
}

export async function savePaymentSetting(trx: SystemDatabase, setting: PaymentSetting): Promise<void> {
  const { accountId, provider, customer, method, updatedAt } = setting;
  await sql`
    insert into payment_setting (account_id, provider, customer, method, updated_at)
    values (${accountId}, ${provider}, ${customer}, ${method}, ${updatedAt})
    on conflict (account_id) do update set provider = excluded.provider, customer = excluded.customer,
      method = excluded.method, updated_at = excluded.updated_at`.execute(trx);
}

/** False if there was none. */
export async function deletePaymentSetting(trx: SystemDatabase, accountId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_setting where account_id = ${accountId}`.execute(trx);
  return numAffectedRows > 0n;
}
