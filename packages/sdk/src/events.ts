// The feed of events, and how to follow it.
import { wait } from './abortable.ts';
import type { EventList, EventsListQuery } from './api.generated.ts';
import { EventsResource } from './resources.generated.ts';
import type { RequestOptions } from './transport.ts';

export interface FollowOptions extends RequestOptions {
  /** How long to wait at the end of the feed before asking again. */
  readonly pollMillis?: number;
}

// No booking has it: nothing is found, and the cursor is that of the end.
const noBooking = '00000000-0000-0000-0000-000000000000';

export class Events extends EventsResource {
  /** The place where the feed ends now: follow from here to hear of what happens next. */
  async latestCursor(options?: RequestOptions): Promise<string> {
    return (await this.list({ booking_id: noBooking, limit: 1 }, options)).cursor;
  }

  /**
   * Every page of events as they happen, without end: from `after`, or from the oldest there is. Work on `data`, then keep
   * `cursor`: whoever begins there again misses nothing.
   */
  async *follow(
    { after, ...query }: Omit<EventsListQuery, 'before'> = {},
    { pollMillis = 1_000, ...options }: FollowOptions = {},
  ): AsyncGenerator<EventList, void> {
    let cursor = after;
    for (;;) {
      const page: EventList = await this.list(
        { limit: 100, ...query, ...(cursor && { after: cursor }) },
        options,
      );
      cursor = page.cursor;
      if (page.data.length > 0) yield page;
      if (page.next === null) await wait(pollMillis, options.signal);
    }
  }
}
