// What makes an access token valid, as SQL: the only definition, for every statement that decides by it. A token is valid while it
// is not revoked, has not expired, was used within ACCESS_TOKEN_IDLE_DAYS, and the client secret that obtained it is valid.
import { type RawBuilder, sql } from 'kysely';

export interface TokenValidity {
  readonly now: Date;
  /** Tokens that were last used before this time have expired; null: unused tokens do not expire. */
  readonly idleBefore: Date | null;
}

const dayMillis = 86_400_000;

/** `idleDays`: ACCESS_TOKEN_IDLE_DAYS; null: unused tokens do not expire. */
export function tokenValidityAt(now: Date, idleDays: number | null): TokenValidity {
  return { now, idleBefore: idleDays === null ? null : new Date(now.getTime() - idleDays * dayMillis) };
}

/** Access tokens `t`, each with the secret `s` that obtained it, if there is one. */
export const tokensWithSecret = sql`access_token t left join client_secret s on s.id = t.client_secret_id`;

/** Condition on the rows of `tokensWithSecret`. */
export function isValidToken({ now, idleBefore }: TokenValidity): RawBuilder<boolean> {
  return sql`(t.revoked_at is null and ${isValidSecret(now)} and (t.expires_at is null or t.expires_at > ${now})
    and (${idleBefore}::timestamptz is null or coalesce(t.last_used_at, t.idle_from) > ${idleBefore}))`;
}

/** Condition on a secret `s`. True without a secret (left join): such a token has no secret to end with. */
export function isValidSecret(now: Date): RawBuilder<boolean> {
  return sql`(s.revoked_at is null and (s.expires_at is null or s.expires_at > ${now}))`;
}

/**
 * Ids of the tokens that are not valid and not yet marked as revoked: the opposite of `isValidToken`, with one index scan for each
 * reason instead of a scan of all tokens. Only unused tokens need that scan, and only if they expire: an index on the
 * last use would have to be written with every use.
 */
export function endedTokenIds({ now, idleBefore }: TokenValidity): RawBuilder<unknown> {
  const idle = sql`union all
    select t.id from access_token t
    where t.revoked_at is null and coalesce(t.last_used_at, t.idle_from) <= ${idleBefore}`;
  return sql`
    select t.id from access_token t where t.revoked_at is null and t.expires_at <= ${now}
    union all
    select t.id from client_secret s join access_token t on t.client_secret_id = s.id
    where not ${isValidSecret(now)} and t.revoked_at is null
    ${idleBefore === null ? sql`` : idle}`;
}

/** Refresh tokens `t` of a user that can still be exchanged, each with the secret `s`: condition on the rows of the join. */
export function isExchangeable(now: Date): RawBuilder<boolean> {
  return sql`(t.revoked_at is null and t.used_at is null and t.expires_at > ${now} and ${isValidSecret(now)})`;
}
