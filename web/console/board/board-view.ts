// What the address of the board says is shown.
import type { BoardLocation } from './board-queries.ts';

export interface BoardView extends BoardLocation {
  readonly product: string | null;
}
