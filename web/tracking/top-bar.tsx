// Header of the tracking page: sender, language and theme.
import { BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import { fill } from '../ui/interpolate.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { useTheme } from '../ui/theme.ts';
import type { Words } from './messages.ts';

export function TopBar({ words, sender }: { readonly words: Words; readonly sender: string | null }) {
  const [theme, setTheme] = useTheme();
  return (
    <header className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <BrandMark className="size-8 flex-none" />
      <p className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold">
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
