// Sidebar navigation on wide screens; the drawer on narrow screens uses the same list.
import { Link, useLocation } from 'wouter';
import { BrandMark, SandboxPill } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { GROUPS, type Place, places } from '../navigation.tsx';
import { hasRole, useSession } from '../session-context.tsx';

export function SideBar() {
  return (
    <aside className="sticky top-0 hidden h-dvh grid-rows-[auto_1fr] overflow-y-auto border-r bg-card lg:grid">
      <ConsoleName className="h-13 border-b px-3.5" />
      <nav aria-label="Console" className="px-2.5 py-3">
        <NavigationList />
      </nav>
    </aside>
  );
}

export function ConsoleName({ className }: { readonly className?: string }) {
  const { environment } = useSession().session;
  return (
    <p className={classNames('flex items-center gap-2 whitespace-nowrap', className)}>
      <BrandMark className="size-6 flex-none" />
      <span className="font-bold tracking-tight max-sm:sr-only">Waybill</span>
      {environment === 'sandbox' && <SandboxPill />}
    </p>
  );
}

/** Navigation items that the operator's role may open. */
export function useNavigationItems(): readonly Place[] {
  const { role } = useSession().session.operator;
  return places.filter((item) => hasRole(role, item.role));
}

export function isHere(path: string, location: string): boolean {
  return location === path || location.startsWith(`${path}/`);
}

export function NavigationList({ onChoose }: { readonly onChoose?: () => void }) {
  const items = useNavigationItems();
  const groups = GROUPS.map((name) => ({ name, groupItems: items.filter(({ group }) => group === name) }));
  return (
    <ul className="grid gap-4">
      {groups
        .filter(({ groupItems }) => groupItems.length > 0)
        .map(({ name, groupItems }) => (
          <li key={name}>
            <p className="eyebrow px-2 pb-1">{name}</p>
            <ul className="grid gap-px">
              {groupItems.map((item) => (
                <NavigationLink key={item.path} item={item} onChoose={onChoose} />
              ))}
            </ul>
          </li>
        ))}
    </ul>
  );
}

interface NavigationLinkProps {
  readonly item: Place;
  readonly onChoose: (() => void) | undefined;
}

function NavigationLink({ item: { path, label, icon, badge: ItemBadge }, onChoose }: NavigationLinkProps) {
  const [location] = useLocation();
  const isOpen = isHere(path, location);
  return (
    <li>
      <Link
        href={path}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onChoose}
        className={classNames(
          'flex min-h-8 items-center gap-2.5 rounded-lg px-2 font-medium focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
          isOpen ? 'bg-tint text-accent' : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <Icon name={icon} />
        {label}
        {ItemBadge && <ItemBadge />}
      </Link>
    </li>
  );
}
