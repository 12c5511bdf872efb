// Language switch: one button per language, labelled in that language.
import { classNames } from './class-names.ts';
import { useLanguage } from './language.ts';
import { languages } from './languages.ts';

const names = { en: 'English', es: 'Español' } as const;

export function LanguageSwitch({ label }: { readonly label: string }) {
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
