// Idempotency-Key for every write. The response is stored in the transaction of the effect, so that both are committed
// or neither, and a retry gets the same bytes.
//
//   first request            runs; its use case runs the statement of the hook in its transaction
//   retry after it           the stored response, with Idempotent-Replayed: true
//   retry during it          waits (in this process for the promise, in another for the unique key), then as above
//   same key, other request  422
// Only successful responses are stored: after an error the key can be used again. A retry that loses a race inside the
// use case fails there (unique key, or a window just taken by the first request). For every error, the stored response
// of the first request takes precedence if there is one.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/statement.ts';
import { noHook, type TransactionHook } from '../../db/transaction-hook.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { Problem } from '../../lib/problem.ts';
import { within } from '../../lib/within.ts';
import { vendorMediaType } from '../server/media-type.ts';
import { sendJsonString } from '../server/send-json-string.ts';
import { principalOf } from '../surfaces/partner-middleware.ts';
import type { Principal } from '../surfaces/principal.ts';
import {
  deleteExpiredResponse,
  findStoredResponse,
  type KeyScope,
  storedResponseInsertion,
} from './idempotency-store.ts';

/** Response of a write, with the exact text of the body, so that it can be replayed byte for byte. */
export interface Answer {
  readonly status: number;
  /** null if there is no body (204). */
  readonly body: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

type WriteContext = Pick<Context, 'db' | 'clock' | 'keys'>;
/** Passes `hook` to the use case, which runs its statements in the transaction of the change. */
type Write<Result, Holder> = (
  request: FastifyRequest,
  hook: TransactionHook<Result>,
  holder: Holder,
) => Promise<Result>;

/** Owner of the key: the account of the write and, if the caller is not the account itself, the caller. */
export interface IdempotencyKeyOwner {
  readonly accountId: string;
  readonly caller?: string;
}

/** Properties of the writes of one API (partner, operator, crew). */
export interface IdempotentWriteOptions<Holder extends IdempotencyKeyOwner> {
  readonly keyOwnerOf: (request: FastifyRequest) => Holder | Promise<Holder>;
  readonly mediaType: string;
}

export const partnerWrites: IdempotentWriteOptions<Principal> = {
  keyOwnerOf: principalOf,
  mediaType: vendorMediaType,
};
type Run = (hook: TransactionHook<Answer>) => Promise<Answer>;

interface Outcome {
  readonly answer: Answer;
  readonly replayed: boolean;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;
const retentionMillis = 24 * 60 * 60 * 1000;
const waitMillis = 10_000;
const late = Symbol('late');

export class IdempotentWrites<Holder extends IdempotencyKeyOwner = Principal> {
  readonly #context: WriteContext;
  readonly #surface: IdempotentWriteOptions<Holder>;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(context: WriteContext, surface: IdempotentWriteOptions<Holder>) {
    this.#context = context;
    this.#surface = surface;
  }

  /** Wraps a write as a route handler. `answerOf` turns the result of the use case into the response. */
  handler<Result>(
    answerOf: (result: Result, request: FastifyRequest) => Answer,
    write: Write<Result, Holder>,
  ) {
    const { keyOwnerOf, mediaType } = this.#surface;
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const key = idempotencyKeyOf(request);
      const holder = await keyOwnerOf(request);
      if (key === null) {
        await send(reply, mediaType, answerOf(await write(request, noHook, holder), request));
        return;
      }
      const scope = { accountId: holder.accountId, route: routeOf(request, holder), key };
      const run: Run = async (hook) =>
        answerOf(await write(request, (result) => hook(answerOf(result, request)), holder), request);
      const { answer, replayed } = await this.#once(scope, hashOf(request), run);
      if (replayed) reply.header('idempotent-replayed', 'true');
      await send(reply, mediaType, answer);
    };
  }

  async #once(scope: KeyScope, hash: Buffer, run: Run): Promise<Outcome> {
    const name = canonicalJson(scope);
    do {
      await this.#waitForRunning(name);
      const stored = await this.#find(scope, hash);
      if (stored) return { answer: stored, replayed: true };
      // Several requests may have found nothing at the same time: the first to get here runs, the others wait for it.
    } while (this.#running.has(name));
    const outcome = this.#runOrReplay(scope, hash, run).finally(() => this.#running.delete(name));
    // Waiters must await a promise that settles after the entry is deleted (`finally` above), or they would loop
    // forever.
    this.#running.set(
      name,
      outcome.catch(() => {}),
    );
    return outcome;
  }

  async #runOrReplay(scope: KeyScope, hash: Buffer, run: Run): Promise<Outcome> {
    try {
      const answer = await run((toStore) => [this.#storeStatement(scope, hash, toStore)]);
      return { answer, replayed: false };
    } catch (error) {
      const winner = await this.#find(scope, hash);
      if (!winner) throw error;
      return { answer: winner, replayed: true };
    }
  }

  async #waitForRunning(name: string): Promise<void> {
    const deadline = performance.now() + waitMillis;
    for (let first = this.#running.get(name); first; first = this.#running.get(name)) {
      const remainingMillis = deadline - performance.now();
      if (remainingMillis <= 0 || (await within(remainingMillis, first, late)) === late) {
        throw Problem.of(
          'idempotency_key_in_use',
          'A request with this Idempotency-Key is still in progress. Retry in a moment.',
        );
      }
    }
  }

  async #find(scope: KeyScope, hash: Buffer): Promise<Answer | null> {
    const { db, clock, keys } = this.#context;
    const accountDb = db.forAccount(scope.accountId);
    const stored = await findStoredResponse(accountDb, scope);
    if (!stored) return null;
    if (stored.expiresAt <= clock.now()) {
      await deleteExpiredResponse(accountDb, scope, clock.now());
      return null;
    }
    if (!stored.requestHash.equals(hash)) {
      throw Problem.of(
        'idempotency_key_reused',
        'This Idempotency-Key was already used with a different request. Use a new key.',
      );
    }
    return JSON.parse(keys.open(stored.encryptedResponse, canonicalJson(scope)).toString()) as Answer;
  }

  #storeStatement(scope: KeyScope, requestHash: Buffer, answer: Answer): Statement<never> {
    const createdAt = this.#context.clock.now();
    return storedResponseInsertion(scope, {
      requestHash,
      status: answer.status,
      encryptedResponse: this.#context.keys.seal(JSON.stringify(answer), canonicalJson(scope)),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + retentionMillis),
    });
  }
}

/** null if the header is absent. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && keyPattern.test(key)) return key;
  throw Problem.of('invalid_parameter', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', {
    param: 'Idempotency-Key',
  });
}

function routeOf({ method, routeOptions }: FastifyRequest, { caller }: IdempotencyKeyOwner): string {
  const route = `${method} ${routeOptions.url}`;
  return caller === undefined ? route : `${caller} ${route}`;
}

function hashOf({ params, query, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(canonicalJson([params, query, body]))
    .digest();
}

function send(reply: FastifyReply, mediaType: string, { status, body, headers = {} }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  return body === null ? reply.send() : sendJsonString(reply, body, mediaType);
}
