// The shop's use of Waybill: quote and arrival windows for a piece, the booking, and its progress.
import { type Booking, InvalidRequestError, type Waybill } from '@waybill/sdk';

const warehouse = '350 5th Ave, New York, NY 10118';

/** Dimensions in inches, weight in pounds. */
export const pieces = [
  { id: 'alder-sofa', name: 'Alder sofa', cents: 129_000, dimensions: [38, 36, 84], weight: 120 },
  { id: 'birch-chair', name: 'Birch chair', cents: 24_000, dimensions: [22, 22, 34], weight: 18 },
  { id: 'elm-wardrobe', name: 'Elm wardrobe', cents: 89_000, dimensions: [24, 40, 78], weight: 160 },
] as const;

export type PieceId = (typeof pieces)[number]['id'];

export interface Offer {
  readonly quoteId: string;
  readonly cents: number;
  readonly timeZone: string;
  readonly windows: readonly { readonly id: string; readonly startsAt: string; readonly endsAt: string }[];
}

export interface Order {
  readonly number: string;
  readonly quoteId: string;
  readonly windowId: string;
  readonly name: string;
  readonly phone: string;
}

export class Shop {
  readonly #waybill: Waybill;
  readonly #isSimulated: boolean;

  private constructor(waybill: Waybill, isSimulated: boolean) {
    this.#waybill = waybill;
    this.#isSimulated = isSimulated;
  }

  /** In the sandbox, bookings run as simulations, so that the page has progress to show. */
  static async open(waybill: Waybill): Promise<Shop> {
    return new Shop(waybill, (await waybill.account.get()).environment === 'sandbox');
  }

  async offer(pieceId: string, address: string): Promise<Offer> {
    const piece = pieces.find(({ id }) => id === pieceId);
    if (!piece) throw new RangeError('There is no such piece.');
    const { dimensions, weight } = piece;
    const { data, recommended } = await this.#waybill.quotes.createBatch({
      stops: [{ location: warehouse }, { location: address }],
      items: [{ dimensions, weight }],
    });
    const quote = data.find(({ id }) => id === recommended) ?? data[0];
    if (!quote) throw new RangeError('There is no delivery to this address.');
    const schedule = await this.#waybill.schedule.list({ quote_id: quote.id });
    return {
      quoteId: quote.id,
      cents: quote.fare_estimate.at(-1)?.total ?? 0,
      timeZone: schedule.time_zone,
      windows: schedule.data.flatMap(({ id, available, start_at, end_at }) =>
        available && start_at && end_at ? [{ id, startsAt: start_at, endsAt: end_at }] : [],
      ),
    };
  }

  /** The order number is the idempotency key: repeated submissions create one booking. */
  async book({ number, quoteId, windowId, name, phone }: Order): Promise<Booking | 'window_gone'> {
    try {
      return await this.#waybill.bookings.create(
        {
          quote_id: quoteId,
          arrival_window_id: windowId,
          order_number: number,
          customer: { name, phone_number: phone },
          ...(this.#isSimulated && { test_specifications: { mode: 'auto' } }),
        },
        { idempotencyKey: number },
      );
    } catch (error) {
      const isGone = error instanceof InvalidRequestError && error.param === 'arrival_window_id';
      if (isGone) return 'window_gone';
      throw error;
    }
  }

  booking(id: string): Promise<Booking> {
    return this.#waybill.bookings.get(id);
  }
}
