// Keeps labels apart: one is placed only where nothing else is.
import type { Size } from '../map-projection.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class LabelCollisions {
  readonly #size: Size;
  readonly #taken: Box[] = [];

  constructor(size: Size) {
    this.#size = size;
  }

  block(box: Box): void {
    this.#taken.push(box);
  }

  /** Blocks the box and returns true if it is free and completely visible. */
  claim(box: Box): boolean {
    const isVisible =
      box.x >= 0 &&
      box.y >= 0 &&
      box.x + box.width <= this.#size.width &&
      box.y + box.height <= this.#size.height;
    if (!isVisible || this.#taken.some((other) => overlaps(box, other))) return false;
    this.block(box);
    return true;
  }
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
