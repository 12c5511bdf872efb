// What the board shows, as its URL says.
import type { BoardLocation } from './board-queries.ts';

export interface BoardView extends BoardLocation {
  readonly product: string | null;
}
