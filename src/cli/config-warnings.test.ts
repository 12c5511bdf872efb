import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { configWarnings } from './config-warnings.ts';

const warningsOf = (variables: Record<string, string>) => configWarnings(readConfig(variables));

describe('configWarnings', () => {
  it('has none for the defaults, and none for a proxy that is configured', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ HOST: '0.0.0.0' })).toEqual([]);
    expect(warningsOf({ PUBLIC_URL: 'https://api.example.com', TRUST_PROXY: '1' })).toEqual([]);
    expect(warningsOf({ TRUST_PROXY: '10.0.0.0/8, fc00::/7, loopback' })).toEqual([]);
  });

  it.each([
    { PUBLIC_URL: 'https://api.example.com', HOST: '0.0.0.0' },
    { SANDBOX_PUBLIC_URL: 'https://sandbox.example.com' },
    { PUBLIC_URL: 'http://api.example.com' },
  ])('warns of a public URL that needs a proxy while TRUST_PROXY is not set: %j', (variables) => {
    expect(warningsOf(variables)).toEqual([expect.stringMatching(/^TRUST_PROXY is not set, but http/)]);
  });

  it('warns of a database on another machine without verified TLS', () => {
    const warnings = (host: string, query = '') => {
      const base = `postgres://waybill:pass@${host}`;
      return warningsOf({
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        DATABASE_URL: `${base}/production${query}`,
        SANDBOX_DATABASE_URL: `${base}/sandbox${query}`,
        MIGRATION_DATABASE_URL: `${base}/production${query}`,
        SANDBOX_MIGRATION_DATABASE_URL: `${base}/sandbox${query}`,
        PUBLIC_URL: 'https://api.example.com',
        SANDBOX_PUBLIC_URL: 'https://sandbox.example.com',
        TRUST_PROXY: '1',
      });
    };
    for (const query of ['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=no-verify'])
      expect(warnings('db.example.com', query), query).toEqual([
        expect.stringMatching(/^DATABASE_URL connects to db\.example\.com without verified TLS/),
        expect.stringMatching(/^MIGRATION_DATABASE_URL connects to db\.example\.com/),
        expect.stringMatching(/^SANDBOX_DATABASE_URL connects to db\.example\.com/),
        expect.stringMatching(/^SANDBOX_MIGRATION_DATABASE_URL connects to db\.example\.com/),
      ]);
    expect(warnings('db.example.com', '?sslmode=verify-full').concat(warnings('127.0.0.1'))).toEqual([]);
    expect(warnings('db.example.com').join()).not.toContain('pass');
  });

  it('warns of a database user that owns the tables', () => {
    const external = {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      DATABASE_URL: 'postgres://waybill_login@db.example/waybill?sslmode=verify-full',
    };
    expect(warningsOf(external)).toEqual([
      expect.stringMatching(/^The user of DATABASE_URL also runs migrations.* MIGRATION_DATABASE_URL /),
    ]);
    const MIGRATION_DATABASE_URL = 'postgres://owner@db.example/waybill?sslmode=verify-full';
    expect(warningsOf({ ...external, MIGRATION_DATABASE_URL })).toEqual([]);
  });

  it('warns of proxy networks that contain public addresses', () => {
    expect(warningsOf({ TRUST_PROXY: '0.0.0.0/1, 128.0.0.0/1,10.0.0.0/24, 2000::/3' })).toHaveLength(3);
    expect(warningsOf({ TRUST_PROXY: 'all', ENVIRONMENT: 'sandbox' })).toEqual([
      expect.stringContaining('TRUST_PROXY=all'),
    ]);
  });
});
