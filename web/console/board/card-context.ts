// Context shared by all cards of one board.
import type { Span } from '../api.ts';

export interface CardContext {
  readonly formatSpan: (span: Span) => string;
  /** Ids of bookings with a move in progress. */
  readonly pending: ReadonlySet<string>;
  readonly canMove: boolean;
  /** Id of the booking that the URL names; null: none. */
  readonly markedId: string | null;
}
