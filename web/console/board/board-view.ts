// What the address of the board says is shown.
import type { BoardPlace } from './board-queries.ts';

export interface BoardView extends BoardPlace {
  readonly product: string | null;
}
