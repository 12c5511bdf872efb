import { describe, expect, it } from 'vitest';
import { offerMessages } from './day/offer-messages.ts';
import { refusalMessages } from './day/refusal-messages.ts';
import { stopMessages } from './day/stop-messages.ts';
import { messagesByLanguage as pageMessages } from './messages.ts';
import { signInMessages } from './sign-in/sign-in-messages.ts';

const prefixed = (prefix: string, texts: object) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, String(text)]));
const allTexts = (language: 'en' | 'es'): Record<string, string> => ({
  ...pageMessages[language],
  ...prefixed('offer', offerMessages[language]),
  ...prefixed('refusal', refusalMessages[language]),
  ...prefixed('signIn', signInMessages[language]),
  ...prefixed('stop', stopMessages[language]),
});
const messagesByLanguage = { en: allTexts('en'), es: allTexts('es') };
const keys = Object.keys(messagesByLanguage.en);
const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('the messages of the crew page', () => {
  it('have the same placeholders in Spanish as in English', () => {
    for (const key of keys)
      expect(slots(messagesByLanguage.es[key] ?? ''), key).toEqual(slots(messagesByLanguage.en[key] ?? ''));
  });

  it('are translated to Spanish', () => {
    // The symbol of a unit is the same in both languages.
    const isMeasure = (text: string | undefined) => text === '{count} mi';
    const same = keys.filter(
      (key) =>
        messagesByLanguage.es[key] === messagesByLanguage.en[key] && !isMeasure(messagesByLanguage.es[key]),
    );
    expect(same).toEqual([]);
    const english = /\b(the|is|are|your|crew|stop|and|to|of|with|for|we|will|not)\b/i;
    expect(
      keys.filter((key) => english.test((messagesByLanguage.es[key] ?? '').replace(/\{\w+\}/g, ''))),
    ).toEqual([]);
  });
});
