// What all cards of one board have in common.
import type { WireSpan } from '../../../src/features/console/board/board-wire.ts';

export interface CardContext {
  readonly formatSpan: (span: WireSpan) => string;
  /** Empty where there is only one area to speak of. */
  readonly areaName: (slug: string) => string;
  /** Bookings whose move is under way. */
  readonly pending: ReadonlySet<string>;
  readonly canMove: boolean;
}
