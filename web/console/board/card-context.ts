// Context shared by all cards of one board.
import type { WireSpan } from '../../../src/features/console/board/board-wire.ts';

export interface CardContext {
  readonly formatSpan: (span: WireSpan) => string;
  /** Empty string if there is only one area. */
  readonly areaName: (slug: string) => string;
  /** Ids of bookings with a move in progress. */
  readonly pending: ReadonlySet<string>;
  readonly canMove: boolean;
}
