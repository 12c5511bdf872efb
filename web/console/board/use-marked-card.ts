// Focuses the card that the URL names and scrolls it into view, once it is on the board.
import { type RefObject, useEffect, useRef } from 'react';
import { findCard } from './card-keys.ts';

export function useMarkedCard(ref: RefObject<HTMLElement | null>, markedId: string | null): void {
  const shownId = useRef<string | null>(null);
  // After every render: the card may arrive later than the board.
  useEffect(() => {
    if (markedId === null || shownId.current === markedId) return;
    const card = findCard(ref.current, markedId);
    if (!card) return;
    shownId.current = markedId;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'center', inline: 'center' });
  });
}
