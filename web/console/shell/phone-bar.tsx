// Bottom bar on narrow screens: the first navigation items, and a drawer with all of them.
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ConsoleName, isHere, NavigationList, useNavigationItems } from './side-bar.tsx';

const SHORTCUTS = 3;

export function PhoneBar() {
  const [isOpen, setIsOpen] = useState(false);
  const [location] = useLocation();
  const shortcuts = useNavigationItems().slice(0, SHORTCUTS);
  const isOtherPage = !shortcuts.some(({ path }) => isHere(path, location));
  return (
    <>
      <nav
        aria-label="Shortcuts"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {shortcuts.map(({ path, label, icon, badge: Badge }) => (
          <Link
            key={path}
            href={path}
            aria-current={isHere(path, location) ? 'page' : undefined}
            className={barItem(isHere(path, location))}
          >
            <BarItemLabel icon={icon} label={label} />
            {Badge && (
              <span className="absolute top-0.5 left-1/2 ml-1.5">
                <Badge />
              </span>
            )}
          </Link>
        ))}
        <button type="button" onClick={() => setIsOpen(true)} className={barItem(isOtherPage)}>
          <BarItemLabel icon="menu" label="More" />
        </button>
      </nav>
      {isOpen && (
        <Drawer label="All pages" onClose={() => setIsOpen(false)}>
          <ConsoleName className="absolute top-5 left-4" />
          <nav aria-label="Console">
            <NavigationList onChoose={() => setIsOpen(false)} />
          </nav>
        </Drawer>
      )}
    </>
  );
}

function barItem(isOpen: boolean): string {
  return classNames(
    'relative grid min-w-0 flex-1 justify-items-center gap-0.5 px-1 pt-2 pb-1.5 text-[0.6875rem] font-medium focus-visible:-outline-offset-2',
    isOpen ? 'text-accent' : 'text-muted',
  );
}

function BarItemLabel({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <>
      <Icon name={icon} className="size-5" />
      <span className="max-w-full truncate">{label}</span>
    </>
  );
}
