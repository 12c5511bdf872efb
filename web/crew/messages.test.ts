import { describe, expect, it } from 'vitest';
import { messagesByLanguage, type Words } from './messages.ts';

const keys = Object.keys(messagesByLanguage.en) as (keyof Words)[];
const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('the messages of the crew page', () => {
  it('have the same placeholders in Spanish as in English', () => {
    for (const key of keys)
      expect(slots(messagesByLanguage.es[key]), key).toEqual(slots(messagesByLanguage.en[key]));
  });

  it('are translated to Spanish', () => {
    const same = keys.filter((key) => messagesByLanguage.es[key] === messagesByLanguage.en[key]);
    expect(same).toEqual([]);
    const english = /\b(the|is|are|your|crew|stop|and|to|of|with|for|we|will|not)\b/i;
    expect(keys.filter((key) => english.test(messagesByLanguage.es[key].replace(/\{\w+\}/g, '')))).toEqual(
      [],
    );
  });
});
