// Follows the event feed while the command runs; after a transient error it resumes from the last cursor.
import {
  ApiError,
  ConnectionError,
  type EventsListQuery,
  type Waybill,
  type WaybillEvent,
} from '@waybill/sdk';

export async function followFeed(
  waybill: Waybill,
  { after, ...query }: Omit<EventsListQuery, 'before'>,
  handle: (event: WaybillEvent) => Promise<void> | void,
): Promise<never> {
  let cursor = after;
  for (;;) {
    try {
      for await (const page of waybill.events.follow({ ...query, ...(cursor && { after: cursor }) })) {
        for (const event of page.data) await handle(event);
        cursor = page.cursor;
      }
    } catch (error) {
      // The SDK has already retried with back-off.
      if (!isTransient(error)) throw error;
      console.error(`${error.message} Retrying.`);
    }
  }
}

function isTransient(error: unknown): error is Error {
  return (
    error instanceof ConnectionError ||
    (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}
