// Header of the tracking page: sender, language and theme.
import { BrandLogo, BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { fill } from '../ui/interpolate.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { useTheme } from '../ui/theme.ts';
import type { TrackingView } from './api.generated.ts';
import type { Words } from './messages.ts';

interface TopBarProps {
  readonly words: Words;
  /** null while there is no booking to show. */
  readonly view: TrackingView | null;
}

export function TopBar({ words, view }: TopBarProps) {
  const sender = view?.sender ?? null;
  const logo = view?.branding?.logo;
  const [theme, setTheme] = useTheme();
  return (
    <header className="flex items-center gap-3 px-4 py-3 sm:px-6">
      {logo ? <BrandLogo {...logo} /> : <BrandMark className="size-8 flex-none" />}
      <p className="line-clamp-3 min-w-0 flex-1 leading-tight font-semibold">
        {sender === null ? words.delivery : fill(words.deliveryFrom, { sender })}
      </p>
      <LanguageSwitch label={words.languageLabel} />
      <button
        type="button"
        aria-label={theme === 'dark' ? words.themeToLight : words.themeToDark}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        className="inline-grid size-11 flex-none place-items-center rounded-full border bg-card text-muted shadow-xs hover:text-ink"
      >
        <Icon name={theme === 'dark' ? 'sun' : 'moon'} className="size-5" />
      </button>
    </header>
  );
}
