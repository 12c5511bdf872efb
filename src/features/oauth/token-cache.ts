// Cache of access tokens and their principals. An entry lives for at most 2 seconds, is invalidated by the notification
// of its revocation, and is not used while the listener is disconnected. A revocation is complete when every connected
// process has confirmed it, so that the next request with the token is refused everywhere.
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Listener } from '../../db/listener.ts';
import type { Principal } from '../../http/principal.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { findTokenPrincipal } from './token-store.ts';

export const revokedChannel = 'token_revoked';
const confirmedChannel = 'token_revoked_confirmed';
const lifetimeMillis = 2_000;
/** A NOTIFY payload holds 8,000 bytes. Beyond this number of tokens the whole cache is cleared instead. */
const maxAnnounced = 50;
export const everything = '*';
/** Prefix of a payload key that is an account id: invalidates all tokens of the account. */
const accountMark = '@';

export class TokenDirectory {
  readonly #db: IdentityDatabase;
  readonly #listener: Listener;
  readonly #known = new LRUCache<string, Principal>({ max: 50_000, ttl: lifetimeMillis });
  readonly #waiting = new Map<string, (listenerId: number) => void>();
  /** Incremented by every invalidation: a row read before it must not be cached after it. */
  #generation = 0;

  constructor(db: IdentityDatabase, listener: Listener) {
    this.#db = db;
    this.#listener = listener;
    listener.on(revokedChannel, (payload) => this.#heard(payload));
    listener.on(confirmedChannel, (payload) => this.#confirmed(payload));
    listener.onLost(() => this.#forget([everything]));
  }

  readonly findPrincipal = (token: string): Principal | Promise<Principal | null> => {
    const key = sha256Hex(token);
    const known = this.#listener.listening ? this.#known.get(key) : undefined;
    return known ?? this.#read(key);
  };

  async #read(key: string): Promise<Principal | null> {
    const wasListening = this.#listener.listening;
    const generation = this.#generation;
    const principal = await findTokenPrincipal(this.#db, Buffer.from(key, 'hex'));
    // Cache only if the listener was connected and no invalidation arrived during the read: the row may be outdated.
    if (principal && wasListening && generation === this.#generation) this.#known.set(key, principal);
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
    await this.#announce([`${accountMark}${accountId}`]);
  }

  async #announce(keys: readonly string[]): Promise<void> {
    this.#forget(keys);
    const revocationId = randomUUID();
    const outstanding = new Set<number>();
    const confirmed = new Promise<void>((resolve) => {
      this.#waiting.set(revocationId, (listenerId) => {
        outstanding.delete(listenerId);
        if (outstanding.size === 0) resolve();
      });
    });
    const tooLate = lapse(lifetimeMillis);
    try {
      for (const peer of await this.#listener.peers()) outstanding.add(peer);
      await this.#listener.notify(revokedChannel, `${revocationId} ${keys.join(' ')}`);
      await Promise.race([confirmed, tooLate.done]);
    } catch {
      // The notification failed: after the lifetime of the entries no process has the tokens cached.
      await tooLate.done;
    } finally {
      tooLate.cancel();
      this.#waiting.delete(revocationId);
    }
  }

  #heard(payload: string): void {
    const [revocationId = '', ...keys] = payload.split(' ');
    this.#forget(keys);
    this.#listener.notify(confirmedChannel, `${revocationId} ${this.#listener.id}`).catch(() => {});
  }

  #confirmed(payload: string): void {
    const [revocationId = '', listenerId] = payload.split(' ');
    this.#waiting.get(revocationId)?.(Number(listenerId));
  }

  #forget(keys: readonly string[]): void {
    this.#generation += 1;
    if (keys.includes(everything)) this.#known.clear();
    for (const key of keys) {
      if (key.startsWith(accountMark)) this.#forgetAccount(key.slice(accountMark.length));
      else this.#known.delete(key);
    }
  }

  #forgetAccount(accountId: string): void {
    for (const [key, principal] of this.#known.entries()) {
      if (principal.accountId === accountId) this.#known.delete(key);
    }
  }
}

function lapse(millis: number): { done: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  return { done, cancel: () => clearTimeout(timer) };
}
