// Parsers for command-line arguments. They run before any database is opened.
import { InvalidArgumentError } from 'commander';
import { isScope, knownScopes, type Scope } from '../domain/account/scopes.ts';
import { type GrantType, grantTypes, isGrantType } from '../features/oauth/grant-type.ts';
import { isUuid } from '../lib/ids.ts';

export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 255) throw new InvalidArgumentError('Enter 1 to 255 characters.');
  return name;
}

export function parseOrganizationId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError('Enter an organization id; "waybill orgs list" shows them.');
  return text;
}

export function parseEmail(text: string): string {
  if (!/^[^@\s]{1,64}@[^@\s]+\.[^@\s]+$/.test(text) || text.length > 255) {
    throw new InvalidArgumentError('Enter an e-mail address such as name@example.com.');
  }
  return text;
}

export function parseScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const scopes = words.filter(isScope);
  if (scopes.length < words.length || scopes.length === 0) {
    throw new InvalidArgumentError(
      `Choose from ${knownScopes.filter((scope) => scope !== 'public').join(', ')}.`,
    );
  }
  return scopes;
}

export function parseGrants(text: string): GrantType[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const grants = words.filter(isGrantType);
  if (grants.length < words.length || grants.length === 0) {
    throw new InvalidArgumentError(`Choose from ${grantTypes.join(', ')}.`);
  }
  return grants;
}

/** Collector for a repeatable option. */
export function collectRedirectUri(text: string, before: string[] = []): string[] {
  const isUsable =
    URL.canParse(text) &&
    !text.includes('#') &&
    /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(text);
  if (!isUsable)
    throw new InvalidArgumentError(
      'Enter an https URL without a fragment; http is accepted for localhost only.',
    );
  return [...before, text];
}

export function parseHours(text: string): number {
  const hours = Number(text);
  if (!/^\d+$/.test(text) || hours > 720)
    throw new InvalidArgumentError('Enter a whole number of hours from 0 to 720.');
  return hours;
}

export function parseTokenId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError(
      'Enter the id of an access token, not the token; "waybill clients tokens" shows the ids.',
    );
  return text;
}

export function parseAccountId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError(
      'Enter an account id; "waybill orgs list" shows the ids of organizations.',
    );
  return text;
}

const maxListLimit = 1_000;

export function parseListLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > maxListLimit) {
    throw new InvalidArgumentError(`Enter a number from 1 to ${maxListLimit}.`);
  }
  return limit;
}

const agoPattern = /^(\d{1,5})([mhd])$/;
const unitMillis: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses an ISO 8601 time or an age such as 90m, 36h or 7d. */
export function parseSince(text: string): Date {
  const [, count, unit = ''] = agoPattern.exec(text) ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * (unitMillis[unit] ?? 0));
  if (!isTime(text))
    throw new InvalidArgumentError(
      'Enter a time such as 2030-01-31T09:00:00Z, or an age such as 90m, 36h or 7d.',
    );
  return new Date(text);
}

export function parseTime(text: string): Date {
  if (!isTime(text))
    throw new InvalidArgumentError('Enter a time with its zone, such as 2030-01-31T09:00:00-05:00.');
  return new Date(text);
}

export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || new Date(text).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('Enter a date such as 2030-12-25.');
  return text;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text));
}

/**
 * Validates a restore target but keeps its text: PostgreSQL parses microseconds, JavaScript dates only milliseconds.
 */
export function parseRestoreTime(text: string): string {
  if (text !== 'latest' && !isTime(text))
    throw new InvalidArgumentError(
      'Enter a time with its zone, such as 2030-01-31T09:00:00Z, or "latest" for the end of the archived WAL.',
    );
  return text;
}
