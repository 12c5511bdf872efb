// Header of the crew page: crew member, crew, language, theme and sign-out.
import { useState } from 'react';
import { BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { lazyMap } from '../ui/map/lazy-map.ts';
import { useTheme } from '../ui/theme.ts';
import type { Words } from './messages.ts';
import type { OfflineModel, OfflineView } from './offline/offline-model.ts';

interface TopBarProps {
  readonly words: Words;
  readonly view: OfflineView;
  readonly phone: OfflineModel;
}

const SignOutDialog = lazyMap(async () => (await import('./sign-in/sign-out-dialog.tsx')).SignOutDialog);

const round =
  'inline-grid size-11 flex-none place-items-center rounded-full border bg-card text-muted shadow-xs hover:text-ink';

export function TopBar({ words, view: { session, day, stage }, phone }: TopBarProps) {
  const [theme, setTheme] = useTheme();
  const [isLeaving, setIsLeaving] = useState(false);
  const isIn = stage === 'in' && session !== null;
  return (
    <header className="flex items-center gap-2 px-4 py-3">
      <BrandMark className="size-8 flex-none" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-semibold">{isIn ? session.member.first_name : 'Waybill'}</p>
        {isIn && day?.crew && (
          <p className="line-clamp-2 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">{day.crew.name}</p>
        )}
      </div>
      {session?.environment === 'sandbox' && (
        <span className="rounded-full border border-current px-2 text-xs font-semibold text-signal">
          {words.sandbox}
        </span>
      )}
      <LanguageSwitch label={words.languageLabel} />
      <button
        type="button"
        aria-label={theme === 'dark' ? words.themeToLight : words.themeToDark}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        className={round}
      >
        <Icon name={theme === 'dark' ? 'sun' : 'moon'} className="size-5" />
      </button>
      {isIn && (
        <button type="button" aria-label={words.signOut} onClick={() => setIsLeaving(true)} className={round}>
          <Icon name="leave" className="size-5" />
        </button>
      )}
      {isIn && (
        <SignOutDialog
          {...{ words, session, day, phone, isOpen: isLeaving }}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </header>
  );
}
