// Second skip link, on the board only: leads to the first card, past the navigation and the filters.
import { useLocation } from 'wouter';
import { skipLinkClass } from '../../ui/skip-link.tsx';
import { focusTabStop } from '../board/card-keys.ts';

export function SkipToBookings() {
  const [location] = useLocation();
  if (location !== '/board') return null;
  return (
    <button
      type="button"
      className={skipLinkClass}
      onClick={() => focusTabStop(document.querySelector<HTMLElement>('.board'))}
    >
      Skip to the bookings
    </button>
  );
}
