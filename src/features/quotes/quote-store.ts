// Quotes of an account. The wire format is stored and sent unchanged.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import { insertion, type Statement } from '../../db/statement.ts';
import type { Quote } from '../../domain/money/quote.ts';
import type { RouteStop } from '../../domain/place/route.ts';

export interface StoredQuote {
  readonly quote: Quote<RouteStop>;
  /** The quote in the wire format. */
  readonly wire: string;
}

export function quoteInsertion(accountId: string, { quote, wire }: StoredQuote): Statement<never> {
  return insertion('quote', [
    {
      id: quote.id,
      account_id: accountId,
      product: quote.product,
      area_slug: quote.areaSlug,
      facts: JSON.stringify(quote),
      wire,
      created_at: new Date(quote.createdAtMs),
      expires_at: new Date(quote.expiresAtMs),
    },
  ]);
}

export async function findQuoteWire(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ wire: string }>`
    select wire::text from quote where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0]?.wire;
}

export async function findQuote(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<Quote<RouteStop> | undefined> {
  const { rows } = await sql<{ facts: Quote<RouteStop> }>`
    select facts from quote where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0]?.facts;
}
