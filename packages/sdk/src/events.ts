// The event feed, and following it by polling.
import { wait } from './abortable.ts';
import type { EventList, EventsListQuery } from './api.generated.ts';
import { EventsResource } from './resources.generated.ts';
import type { RequestOptions } from './transport.ts';

export interface FollowOptions extends RequestOptions {
  /** Delay before the next request at the end of the feed. */
  readonly pollMillis?: number;
}

// A booking id that does not exist: the list is empty, and its cursor is the end of the feed.
const noBooking = '00000000-0000-0000-0000-000000000000';

export class Events extends EventsResource {
  /** Cursor of the current end of the feed. Follow from here to receive only later events. */
  async latestCursor(options?: RequestOptions): Promise<string> {
    return (await this.list({ booking_id: noBooking, limit: 1 }, options)).cursor;
  }

  /**
   * Pages of events as they happen, without end: from `after`, or from the oldest stored event. Process `data`, then
   * store `cursor`: following from it again skips no event.
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
