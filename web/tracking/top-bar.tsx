// Whose delivery it is, and how the reader wants the page: language and colours.
import { BrandMark } from '../ui/brand.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { useLanguage } from '../ui/language.ts';
import { languages } from '../ui/languages.ts';
import { useTheme } from '../ui/theme.ts';
import { fill, type Words } from './words.ts';

const names = { en: 'English', es: 'Español' } as const;

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

function LanguageSwitch({ label }: { readonly label: string }) {
  const [language, choose] = useLanguage();
  return (
    <fieldset className="flex flex-none rounded-full border bg-card p-1 shadow-xs">
      <legend className="sr-only">{label}</legend>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => choose(each)}
          className={classNames(
            'min-h-9 min-w-9 rounded-full px-2 text-[0.8125rem] font-semibold',
            each === language ? 'bg-tint text-accent' : 'text-muted hover:text-ink',
          )}
        >
          {each.toUpperCase()}
          <span className="sr-only"> {names[each]}</span>
        </button>
      ))}
    </fieldset>
  );
}
