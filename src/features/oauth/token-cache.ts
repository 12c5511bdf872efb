// Cache of access tokens and their principals. An entry lives for at most 2 seconds, is invalidated by the notification
// of its revocation, and is not used while the listener is disconnected or after the token or its client secret expired. A
// revocation is complete when every connected process has confirmed it, so that the next request with the token is refused
// everywhere.
import { randomUUID } from 'node:crypto';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Listener } from '../../db/listener.ts';
import type { Principal } from '../../http/surfaces/principal.ts';
import type { Clock } from '../../lib/clock.ts';
import { createGrowingCache } from '../../lib/growing-cache.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { tokenValidityAt } from '../accounts/valid-token-store.ts';
import { findTokenPrincipal } from './token-store.ts';

export const revokedChannel = 'token_revoked';
const confirmedChannel = 'token_revoked_confirmed';
const lifetimeMillis = 2_000;
/** A NOTIFY payload holds 8,000 bytes. Beyond this number of tokens the whole cache is cleared instead. */
const maxAnnounced = 50;
export const everything = '*';
/** Prefix of a payload key that is an account id: invalidates all tokens of the account. */
const accountPrefix = '@';
/** Prefix of a payload key that is an encoded `client_id`: invalidates all tokens of the client. */
const clientPrefix = '#';

export class TokenCache {
  readonly #db: IdentityDatabase;
  readonly #listener: Listener;
  readonly #cache = createGrowingCache<Principal>(50_000, { ttl: lifetimeMillis });
  readonly #pendingConfirmations = new Map<string, (listenerId: number) => void>();
  /** Incremented by every invalidation: a row read before it must not be cached after it. */
  #generation = 0;

  readonly #clock: Clock;
  readonly #idleDays: number | null;

  constructor(
    db: IdentityDatabase,
    listener: Listener,
    { clock, idleDays }: { readonly clock: Clock; readonly idleDays: number | null },
  ) {
    this.#db = db;
    this.#listener = listener;
    this.#clock = clock;
    this.#idleDays = idleDays;
    listener.on(revokedChannel, (payload) => this.#onRevoked(payload));
    listener.on(confirmedChannel, (payload) => this.#onConfirmed(payload));
    listener.onLost(() => this.#invalidate([everything]));
  }

  readonly findPrincipal = (token: string): Principal | Promise<Principal | null> => {
    const key = sha256Hex(token);
    const cached = this.#listener.listening ? this.#cache.get(key) : undefined;
    return cached && this.#isStillValid(cached) ? cached : this.#read(key);
  };

  /** An entry must not outlive the overlap of a rotation, nor the token. */
  #isStillValid({ validUntilMs }: Principal): boolean {
    return validUntilMs === null || validUntilMs > this.#clock.now().getTime();
  }

  async #read(key: string): Promise<Principal | null> {
    const wasListening = this.#listener.listening;
    const generation = this.#generation;
    const validity = tokenValidityAt(this.#clock.now(), this.#idleDays);
    const principal = await findTokenPrincipal(this.#db, Buffer.from(key, 'hex'), validity);
    // Cache only if the listener was connected and no invalidation arrived during the read: the row may be outdated.
    if (principal && wasListening && generation === this.#generation) this.#cache.set(key, principal);
    return principal;
  }

  /** Resolves when no process accepts these tokens any more. Call after the revocation has been committed. */
  async announceRevoked(tokenHashes: readonly Buffer[]): Promise<void> {
    if (tokenHashes.length === 0) return;
    await this.#announce(
      tokenHashes.length > maxAnnounced ? [everything] : tokenHashes.map((hash) => hash.toString('hex')),
    );
  }

  /**
   * Resolves when every process has dropped its cached principals of the account. Call after the change is committed.
   */
  async announceAccount(accountId: string): Promise<void> {
    await this.#announce([`${accountPrefix}${accountId}`]);
  }

  /**
   * Resolves when no process accepts the revoked tokens of the client any more. Covers tokens that were issued while the
   * change was in progress: every process reads the tokens of the client again. Call after the change is committed.
   */
  async announceClient(clientId: string): Promise<void> {
    await this.#announce([`${clientPrefix}${encodeURIComponent(clientId)}`]);
  }

  async #announce(keys: readonly string[]): Promise<void> {
    this.#invalidate(keys);
    const revocationId = randomUUID();
    const unconfirmed = new Set<number>();
    const confirmed = new Promise<void>((resolve) => {
      this.#pendingConfirmations.set(revocationId, (listenerId) => {
        unconfirmed.delete(listenerId);
        if (unconfirmed.size === 0) resolve();
      });
    });
    const deadline = cancellableDelay(lifetimeMillis);
    try {
      for (const peer of await this.#listener.peers()) unconfirmed.add(peer);
      await this.#listener.notify(revokedChannel, `${revocationId} ${keys.join(' ')}`);
      await Promise.race([confirmed, deadline.done]);
    } catch {
      // The notification failed: after the lifetime of the entries no process has the tokens cached.
      await deadline.done;
    } finally {
      deadline.cancel();
      this.#pendingConfirmations.delete(revocationId);
    }
  }

  #onRevoked(payload: string): void {
    const [revocationId = '', ...keys] = payload.split(' ');
    this.#invalidate(keys);
    this.#listener.notify(confirmedChannel, `${revocationId} ${this.#listener.id}`).catch(() => {});
  }

  #onConfirmed(payload: string): void {
    const [revocationId = '', listenerId] = payload.split(' ');
    this.#pendingConfirmations.get(revocationId)?.(Number(listenerId));
  }

  #invalidate(keys: readonly string[]): void {
    this.#generation += 1;
    if (keys.includes(everything)) this.#cache.clear();
    for (const key of keys) {
      const named = key.slice(1);
      if (key.startsWith(accountPrefix)) this.#invalidateWhere(({ accountId }) => accountId === named);
      else if (key.startsWith(clientPrefix)) {
        const wanted = decodeURIComponent(named);
        this.#invalidateWhere(({ clientId }) => clientId === wanted);
      } else this.#cache.delete(key);
    }
  }

  #invalidateWhere(isRevoked: (principal: Principal) => boolean): void {
    for (const [key, principal] of this.#cache.entries()) {
      if (isRevoked(principal)) this.#cache.delete(key);
    }
  }
}

function cancellableDelay(millis: number): { done: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  return { done, cancel: () => clearTimeout(timer) };
}
