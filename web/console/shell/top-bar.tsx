// Top bar of every page: search, connection state, theme switch, operator menu.
import type { LiveState } from '../../client/live-stream.ts';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { SearchSlot } from './search-slot.tsx';
import { ConsoleName } from './side-bar.tsx';

export function TopBar({ live }: { readonly live: LiveState }) {
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-paper/90 px-4 backdrop-blur-sm sm:px-6">
      <ConsoleName className="lg:hidden" />
      <SearchSlot />
      <div className="flex flex-none items-center gap-1">
        <LiveBadge state={live} />
        <ThemeSwitch />
        <OperatorMenu />
      </div>
    </header>
  );
}
