// Web app manifest of the crew page.
import type { Language } from '../../lib/language.ts';

const texts: Readonly<Record<Language, { name: string; short: string; description: string }>> = {
  en: {
    name: 'Waybill jobs',
    short: 'Jobs',
    description: 'The jobs of your crew, also offline.',
  },
  es: {
    name: 'Trabajos Waybill',
    short: 'Trabajos',
    description: 'Los trabajos de su equipo, también sin conexión.',
  },
};

export interface ManifestLook {
  readonly sizes: readonly number[];
  readonly colour: string;
}

export function manifestOf(language: Language, { sizes, colour }: ManifestLook) {
  const { name, short, description } = texts[language];
  return {
    id: '/crew/',
    lang: language,
    name,
    short_name: short,
    description,
    start_url: '/crew/',
    scope: '/crew/',
    display: 'standalone',
    orientation: 'portrait',
    theme_color: colour,
    background_color: colour,
    icons: sizes.flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/crew/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  };
}
