// Store of opt-outs: addresses that must not receive messages.
import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';
import type { Channel } from '../../integrations/messenger/messenger.ts';
import { optOutDigest } from './opt-out-digest.ts';

export interface OptOut {
  readonly channel: Channel;
  readonly address: string;
}

export async function addOptOut(
  db: Kysely<DB>,
  { channel, address }: OptOut,
  source: 'reply' | 'provider' | 'link',
  now: Date,
): Promise<void> {
  await db
    .insertInto('message_opt_out')
    .values({ channel, address: normalized(address), source, created_at: now })
    .onConflict((conflict) => conflict.columns(['channel', 'address']).doNothing())
    .execute();
}

export async function removeOptOut(db: Kysely<DB>, { channel, address }: OptOut): Promise<void> {
  await db
    .deleteFrom('message_opt_out')
    .where('channel', '=', channel)
    .where('address', 'in', [normalized(address), optOutDigest(address)])
    .execute();
}

export async function hasOptedOut(db: Kysely<DB>, { channel, address }: OptOut): Promise<boolean> {
  const row = await db
    .selectFrom('message_opt_out')
    .select('channel')
    .where('channel', '=', channel)
    .where('address', 'in', [normalized(address), optOutDigest(address)])
    .executeTakeFirst();
  return row !== undefined;
}

/** Phone numbers are already in E.164 format. */
function normalized(address: string): string {
  return address.toLowerCase();
}
