// Slot of the global search in the top bar.
import { SearchBox } from '../search/search-box.tsx';

export function SearchSlot() {
  return <SearchBox />;
}
