// The feed followed for as long as the command runs: what breaks off is taken up again where it was.
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
      // The SDK has waited already, each time longer.
      if (!isPassing(error)) throw error;
      console.error(`${error.message} Still trying.`);
    }
  }
}

function isPassing(error: unknown): error is Error {
  return (
    error instanceof ConnectionError ||
    (error instanceof ApiError && (error.status === 429 || error.status >= 500))
  );
}
