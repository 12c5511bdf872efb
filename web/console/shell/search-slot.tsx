// Where the search over everything stands: at the top of every page.

export function SearchSlot() {
  return <div className="min-w-0 flex-1" />;
}
