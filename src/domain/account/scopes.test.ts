import { describe, expect, it } from 'vitest';
import { type Access, admits, covers, isScope, knownScopes, type Scope, scopesFor } from './scopes.ts';

const list = (text: string) => text.split(' ').filter(Boolean) as Scope[];

describe('scopes', () => {
  it('are exactly the seven published scopes', () => {
    expect(knownScopes).toEqual([
      'public',
      'org',
      'org:read',
      'org:write',
      'user',
      'user:read',
      'user:write',
    ]);
    for (const scope of knownScopes) expect(isScope(scope)).toBe(true);
    for (const text of ['', 'Org', 'org:', 'admin', 'toString', '__proto__'])
      expect(isScope(text)).toBe(false);
  });

  const table: [string, Access, boolean][] = [
    ['', 'read', false],
    ['public', 'read', false],
    ['public', 'write', false],
    ['public org', 'read', true],
    ['public org', 'write', true],
    ['org:read', 'read', true],
    ['org:read', 'write', false],
    ['org:write', 'read', false],
    ['org:write', 'write', true],
    ['org:read org:write', 'write', true],
    ['user', 'write', true],
    ['user:read', 'write', false],
    ['user:write', 'read', false],
  ];
  it.each(table)('"%s" to %s: %s', (held, access, expected) => {
    expect(admits(list(held), access)).toBe(expected);
  });

  it('are listed by access', () => {
    expect(scopesFor('read')).toEqual(['org', 'org:read', 'user', 'user:read']);
    expect(scopesFor('write')).toEqual(['org', 'org:write', 'user', 'user:write']);
  });

  it.each([
    ['org', 'org:read', true],
    ['org', 'org:read org:write', true],
    ['org:read org:write', 'org', true],
    ['org:read', 'org', false],
    ['org:read', 'org:write', false],
    ['org', 'user', false],
    ['', 'public', true],
    ['', '', true],
    ['', 'org:read', false],
    ['user', 'public user:read', true],
    ['org user', 'org:write user:read', true],
  ])('"%s" covers "%s": %s', (allowed, wanted, expected) => {
    expect(covers(list(allowed), list(wanted))).toBe(expected);
  });

  it('cover themselves, and grant nothing beyond', () => {
    const held = list('org:read user');
    for (const access of ['read', 'write'] as const)
      for (const scope of knownScopes)
        if (covers(held, [scope]) && admits([scope], access)) expect(admits(held, access)).toBe(true);
  });
});
