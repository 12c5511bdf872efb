// Store of payment settings: the accounts that pay per booking, with their payment methods.
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
  const row = await db
    .selectFrom('payment_setting')
    .select(['account_id as accountId', 'provider', 'customer', 'method', 'updated_at as updatedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row as PaymentSetting | undefined;
}

export async function savePaymentSetting(trx: SystemDatabase, setting: PaymentSetting): Promise<void> {
  const { accountId, provider, customer, method, updatedAt } = setting;
  const values = { provider, customer, method, updated_at: updatedAt };
  await trx
    .insertInto('payment_setting')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** False if there was none. */
export async function deletePaymentSetting(trx: SystemDatabase, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('payment_setting')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
