// Follows the event feed like a partner: keeps the cursor and continues from it.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ApiClient, TestResponse } from './api-client.ts';
import { PATIENCE_MS } from './scale.ts';

export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number | null;
  readonly data: { readonly booking?: { readonly id: string } };
}

export class EventFollower {
  readonly seen: FeedEvent[] = [];
  readonly #client: ApiClient;
  readonly #limit: number;
  #cursor: string | null = null;

  constructor(client: ApiClient, limit = 100) {
    this.#client = client;
    this.#limit = limit;
  }

  /** Reads one page after the cursor. */
  async read(): Promise<TestResponse> {
    const from = this.#cursor === null ? '' : `&after=${this.#cursor}`;
    const response = await this.#client.get(`/events?limit=${this.#limit}${from}`);
    expect(response.status, response.text).toBe(200);
    this.seen.push(...response.body.data);
    this.#cursor = response.body.cursor;
    return response;
  }

  /** Reads until `count` events were received. */
  async until(count: number, timeoutMillis = PATIENCE_MS): Promise<void> {
    const deadline = performance.now() + timeoutMillis;
    while (this.seen.length < count) {
      if (performance.now() > deadline)
        throw new Error(`saw ${this.seen.length} of ${count} events within ${timeoutMillis} ms`);
      const { body } = await this.read();
      // At the end of the feed, wait before the next request.
      if (body.next === null && this.seen.length < count) await delay(20);
    }
  }
}
