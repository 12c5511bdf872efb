// Where the search over everything stands: at the top of every page.
import { SearchBox } from '../search/search-box.tsx';

export function SearchSlot() {
  return <SearchBox />;
}
