// Clean-up of a run: cancels its bookings, deletes its endpoints and revokes its tokens, also after an interruption.
import { type Exchange, isObject, textAt } from './exchange.ts';
import type { Outgoing } from './http-client.ts';
import type { Run } from './run.ts';

/** Longer than a window of the rate limit: an interrupted run may have used it up. */
const cleanUpMillis = 90_000;
const concurrency = 4;
const maxSteps = 80;

/** What the run created and could not remove. */
export interface NotRemoved {
  readonly resource: 'booking' | 'webhook endpoint' | 'access token';
  /** Null for a token: it is a secret. */
  readonly id: string | null;
  readonly reason: string;
}

type Send = (outgoing: Outgoing) => Promise<Exchange>;

export async function removeResources(run: Run): Promise<NotRemoved[]> {
  await run.close();
  await run.client.idle();
  const send = cleanUpSender(run);
  const { bookings, endpoints } = leftBehind(run.client.exchanges);
  return [
    ...(await removeEach('booking', bookings, (id) => endBooking(send, id))),
    ...(await removeEach('webhook endpoint', endpoints, async (id) => {
      const deleted = await send({ method: 'DELETE', path: `/webhooks/${id}` });
      if (deleted.status !== 404) requireStatus(deleted, 204);
    })),
  ];
}

export async function revokeTokens(run: Run): Promise<NotRemoved[]> {
  await run.client.idle();
  const send = cleanUpSender(run);
  const { clientId: client_id, clientSecret: client_secret } = run.options.credentials;
  const { tokens } = leftBehind(run.client.exchanges);
  const left = await removeEach('access token', tokens, async (token) => {
    const body = { token, client_id, client_secret };
    requireStatus(
      await send({ method: 'POST', path: '/oauth/revoke', token: null, body, ignoresRateLimit: true }),
      200,
    );
  });
  return left.map((each) => ({ ...each, id: null }));
}

/** The time limit begins here. The signal of the run may be aborted already. */
function cleanUpSender(run: Run): Send {
  const signal = AbortSignal.timeout(cleanUpMillis);
  return (outgoing) => run.send(outgoing, signal);
}

/** A booking cannot be cancelled once a stop is completed: the sandbox control `advance` then completes it. */
async function endBooking(send: Send, id: string): Promise<void> {
  const cancelled = await send({ method: 'POST', path: `/bookings/${id}/cancel` });
  if (cancelled.status !== 409) return requireStatus(cancelled, 200);
  for (let step = 0; step < maxSteps; step += 1) {
    const advanced = await send({ method: 'POST', path: `/sandbox/bookings/${id}/advance` });
    if (isFinal(textAt(advanced, 'state'))) return;
    if (advanced.status !== 200) break;
  }
  const state = textAt(await send({ method: 'GET', path: `/bookings/${id}` }), 'state');
  if (!isFinal(state)) throw new Error(`its state is ${state}, and it cannot be cancelled`);
}

const isFinal = (state: string) => state === 'cancelled' || state === 'completed';

function requireStatus({ request, status }: Exchange, expected: number): void {
  if (status !== expected) throw new Error(`${request.method} ${request.path} responded ${status}`);
}

async function removeEach(
  resource: NotRemoved['resource'],
  ids: ReadonlySet<string>,
  remove: (id: string) => Promise<void>,
): Promise<NotRemoved[]> {
  const left: NotRemoved[] = [];
  const queue = ids.values();
  const worker = async () => {
    for (const id of queue)
      await remove(id).catch((error: unknown) => {
        left.push({ resource, id, reason: error instanceof Error ? error.message : String(error) });
      });
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return left;
}

/** Found in the responses, so that no check has to remember what it made. */
function leftBehind(exchanges: readonly Exchange[]) {
  const left = { bookings: new Set<string>(), endpoints: new Set<string>(), tokens: new Set<string>() };
  for (const { request, status, body } of exchanges) {
    const path = request.path.split('?')[0] ?? '';
    const deleted = /^\/webhooks\/([^/]+)$/.exec(path)?.[1];
    if (request.method === 'DELETE' && status === 204 && deleted) left.endpoints.delete(deleted);
    if (!isObject(body)) continue;
    const { id, state, access_token } = body;
    if (typeof access_token === 'string') left.tokens.add(access_token);
    if (path === '/webhooks' && status === 201 && typeof id === 'string') left.endpoints.add(id);
    if (typeof id === 'string' && typeof state === 'string')
      if (isFinal(state)) left.bookings.delete(id);
      else left.bookings.add(id);
  }
  return left;
}
