import { describe, expect, it } from 'vitest';
import { messagesByLanguage } from '../tracking/messages.ts';
import { LocalizedTimeFormatter } from './localized-time.ts';

const zone = 'America/New_York';
const formatterAt = (now: string, language: 'en' | 'es' = 'en') =>
  new LocalizedTimeFormatter(language, messagesByLanguage[language], Date.parse(now));
const noon = '2027-03-10T17:00:00Z';

describe('localized times', () => {
  it('are in the time zone of the stop', () => {
    expect(formatterAt(noon).time('2027-03-10T19:05:00Z', zone)).toMatch(/^2:05\sPM$/);
    expect(formatterAt(noon).time('2027-03-10T19:05:00Z', 'America/Chicago')).toMatch(/^1:05\sPM$/);
    expect(formatterAt(noon, 'es').time('2027-03-10T19:05:00Z', zone)).toMatch(
      /^2:05\sp\.\sm\.$|^2:05\sp\.m\.$/,
    );
  });

  it('are correct on the day daylight saving time starts', () => {
    // Daylight saving time starts on March 14: 2:00 becomes 3:00.
    const window = { from: '2027-03-14T06:30:00Z', to: '2027-03-14T07:30:00Z' };
    expect(formatterAt(noon).window(window, zone)).toMatch(/^1:30 – 3:30\sAM$/);
    expect(formatterAt(noon).day(window.from, zone)).toBe('Sunday, March 14');
  });

  it('show only the end of a span that has started', () => {
    const eta = { from: '2027-03-10T17:20:00Z', to: '2027-03-10T17:35:00Z' };
    expect(formatterAt(noon).span(eta, zone)).toMatch(/^12:20 – 12:35\sPM$/);
    expect(formatterAt('2027-03-10T17:25:00Z').span(eta, zone)).toMatch(/^By 12:35\sPM$/);
  });

  it('name today and tomorrow by the time zone of the stop', () => {
    expect(formatterAt('2027-03-11T04:30:00Z').day('2027-03-11T04:45:00Z', zone)).toBe('Today');
    expect(formatterAt('2027-03-11T04:30:00Z').day('2027-03-11T05:15:00Z', zone)).toBe('Tomorrow');
    expect(formatterAt(noon, 'es').day('2027-03-12T17:00:00Z', zone)).toBe('Viernes, 12 de marzo');
  });

  it('format the age of a value', () => {
    const at = Date.parse(noon);
    expect(formatterAt(noon).ago(at - 40_000, at)).toBe('40 seconds ago');
    expect(formatterAt(noon, 'es').ago(at - 120_000, at)).toBe('hace 2 minutos');
    expect(formatterAt(noon).ago(at - 3 * 3_600_000, at)).toBe('3 hours ago');
  });
});
