import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const managed = {
  DATABASE_URL: 'postgres://user:hunter2@db.example/waybill',
  SANDBOX_DATABASE_URL: 'postgres://user:hunter2@db.example/waybill_sandbox',
  PUBLIC_URL: 'https://api.example.com/',
  SANDBOX_PUBLIC_URL: 'https://sandbox.example.com',
  SECRET_KEY: randomBytes(32).toString('base64'),
};

function faultsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for every variable, for development', () => {
    expect(readConfig({})).toEqual({
      environments: [
        {
          name: 'production',
          port: 3000,
          publicUrl: 'http://127.0.0.1:3000',
          databaseUrl: null,
          adminMfaGraceDays: 7,
        },
        {
          name: 'sandbox',
          port: 3001,
          publicUrl: 'http://127.0.0.1:3001',
          databaseUrl: null,
          adminMfaGraceDays: null,
        },
      ],
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      trustProxy: false,
      migrations: 'apply',
      walArchiveDir: null,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      logLevel: null,
      masterKeys: null,
      rateLimit: { requests: 300, windowSeconds: 60, blockWindows: 10 },
      addressLimitPerMinute: 600,
      databasePoolSize: 8,
      databaseConnectSeconds: null,
      geocoder: { provider: 'embedded' },
      router: { provider: 'embedded' },
      routerMemoryMegabytes: 1_024,
      quoteLifetimeMinutes: 60,
      photos: { storage: 'local', retentionDays: 365 },
      simulationStepSeconds: 3,
      tokenLifetime: { days: null, idleDays: null },
      payments: null,
      billing: { timeZone: 'UTC', issuer: 'Waybill', issuerDetails: [], paymentInstructions: [] },
      messages: {
        smtp: null,
        twilio: null,
        quietHours: { fromMinute: 1_260, untilMinute: 480 },
        retentionDays: 90,
        smsCountries: new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']),
        limits: {
          sms: { perRecipientDay: 40, perBooking: 60, perAccountDay: 2_000 },
          email: { perRecipientDay: 60, perBooking: 120, perAccountDay: 5_000 },
        },
      },
      dispatch: { offerSeconds: 60, aheadMinutes: 120, maskedNumbers: [], twilioAuthToken: null },
      webhooks: {
        retrySeconds: [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
        targets: {
          production: { allowPrivate: [], showsPrivateResponses: false },
          sandbox: { allowPrivate: ['127.0.0.0/8', '::1/128'], showsPrivateResponses: true },
        },
        retentionDays: 30,
        timeoutSeconds: 15,
      },
      tracking: { linkDays: 14, tiles: null },
      requestLog: { extent: 'full', retentionDays: 30 },
      personalData: { retentionDays: null },
      security: { addressDays: 90, loggedAddress: 'network' },
      securityContact: null,
      operators: { sessionSeconds: 43_200, sessionIdleSeconds: 3_600, refundLimitCents: 10_000 },
      shutdownDelaySeconds: 0,
    });
  });

  it('keeps personal data for the configured days, or indefinitely', () => {
    const days = (value: string) =>
      readConfig({ PERSONAL_DATA_RETENTION_DAYS: value }).personalData.retentionDays;
    expect([days('400'), days('0')]).toEqual([400, null]);
    expect(faultsOf({ PERSONAL_DATA_RETENTION_DAYS: '-1' })).toEqual([
      expect.stringContaining('PERSONAL_DATA_RETENTION_DAYS'),
    ]);
  });

  it('leaves migrations to another process only in an external database', () => {
    expect(readConfig({ ...managed, MIGRATIONS: 'wait' }).migrations).toBe('wait');
    expect(faultsOf({ MIGRATIONS: 'wait' })).toEqual(['MIGRATIONS=wait requires DATABASE_URL']);
  });

  it('treats an empty variable as one that is not set', () => {
    expect(readConfig({ PORT: '', HOST: '', SECRET_KEY: '', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(
      readConfig({}),
    );
  });

  it('reads payment instructions as lines, and refuses more than fit on a statement', () => {
    expect(readConfig({ BILLING_ISSUER_DETAILS: '1 Pier St\\nTax 12-3' }).billing.issuerDetails).toEqual([
      '1 Pier St',
      'Tax 12-3',
    ]);
    const { billing } = readConfig({ BILLING_PAYMENT_INSTRUCTIONS: ' Wire to A \\n\\nAccount 1\nAccount 2' });
    expect(billing.paymentInstructions).toEqual(['Wire to A', 'Account 1', 'Account 2']);
    expect(faultsOf({ BILLING_PAYMENT_INSTRUCTIONS: 'x'.repeat(121) })).toEqual([
      'BILLING_PAYMENT_INSTRUCTIONS must have at most 8 lines of at most 120 characters',
    ]);
  });

  it('reads masked numbers as a list, and refuses invalid numbers and duplicates', () => {
    const numbers = (text: string) => readConfig({ MASKED_PHONE_NUMBERS: text }).dispatch.maskedNumbers;
    expect(numbers('+12125550101, +12125550102')).toEqual(['+12125550101', '+12125550102']);
    for (const text of ['2125550101', '+1212555010a', '+12125550101,+12125550101', ''.padEnd(20, '1')])
      expect(faultsOf({ MASKED_PHONE_NUMBERS: text })).toEqual([
        expect.stringContaining('MASKED_PHONE_NUMBERS must be none, or numbers in E.164'),
      ]);
    expect(faultsOf({ DISPATCH_OFFER_SECONDS: '0', DISPATCH_AHEAD_MINUTES: 'soon' })).toHaveLength(2);
  });

  it('selects one environment or both', () => {
    const names = (ENVIRONMENT?: string) =>
      readConfig(ENVIRONMENT === undefined ? {} : { ENVIRONMENT }).environments.map(({ name }) => name);
    expect(names()).toEqual(['production', 'sandbox']);
    expect(names('both')).toEqual(['production', 'sandbox']);
    expect(names('production')).toEqual(['production']);
    expect(names('sandbox')).toEqual(['sandbox']);
  });

  it('requires only the variables of the selected environments', () => {
    const { DATABASE_URL, PUBLIC_URL, SECRET_KEY } = managed;
    expect(faultsOf({ ENVIRONMENT: 'production', DATABASE_URL, PUBLIC_URL, SECRET_KEY })).toEqual([]);
    expect(faultsOf({ ENVIRONMENT: 'sandbox', DATABASE_URL, PUBLIC_URL, SECRET_KEY })).toEqual([
      'SANDBOX_PUBLIC_URL is required with DATABASE_URL',
      'SANDBOX_DATABASE_URL is required with DATABASE_URL',
    ]);
  });

  it('derives the public URL from the listening address', () => {
    const link = (HOST: string) => readConfig({ HOST, PORT: '8080' }).environments[0]?.publicUrl;
    expect(link('0.0.0.0')).toBe('http://localhost:8080');
    expect(link('::')).toBe('http://localhost:8080');
    expect(link('::1')).toBe('http://[::1]:8080');
    expect(readConfig(managed).environments[0]?.publicUrl).toBe('https://api.example.com');
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80 '],
    ['PORT', '0x50'],
    ['SANDBOX_PORT', 'http'],
    ['METRICS_PORT', '1e3'],
    ['ENVIRONMENT', 'staging'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_REQUESTS', '0'],
    ['RATE_LIMIT_WINDOW_SECONDS', '1.5'],
    ['RATE_LIMIT_BLOCK_WINDOWS', '-1'],
    ['ADDRESS_LIMIT_REQUESTS', 'many'],
    ['DATABASE_POOL_SIZE', '1'],
    ['PUBLIC_URL', 'api.example.com'],
    ['PUBLIC_URL', 'ftp://api.example.com'],
    ['DATABASE_URL', 'mysql://db.example/waybill'],
    ['SANDBOX_DATABASE_URL', 'not a url'],
    ['MIGRATION_DATABASE_URL', 'mysql://db.example/waybill'],
    ['MIGRATION_DATABASE_URL', 'postgres://owner@db.example/other'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', 'all'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', 'loopback, ::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, nowhere'],
    ['PUBLIC_URL', 'https://api.example.com/?tenant=1'],
    ['PUBLIC_URL', 'https://example.com/waybill'],
    ['MIGRATIONS', 'never'],
    ['SANDBOX_PUBLIC_URL', 'https://sandbox.example.com/#top'],
    ['WEBHOOK_RETRY_SECONDS', '5;30'],
    ['WEBHOOK_RETRY_SECONDS', '5,,30'],
    ['WEBHOOK_RETRY_SECONDS', '0,30'],
    ['WEBHOOK_RETRY_SECONDS', '604801'],
    ['WEBHOOK_RETRY_SECONDS', Array.from({ length: 31 }, () => '5').join()],
    ['WEBHOOK_ALLOW_PRIVATE', 'all'],
    ['WEBHOOK_ALLOW_PRIVATE', '10.0.0.0/33'],
    ['WEBHOOK_ALLOW_PRIVATE', 'none,10.0.0.0/8'],
    ['WEBHOOK_ALLOW_PRIVATE', 'receiver.internal'],
    ['WEBHOOK_RETENTION_DAYS', '91'],
    ['SECURITY_CONTACT', 'security@example.com'],
    ['SECURITY_CONTACT', 'http://example.com/report'],
    ['OPERATOR_SESSION_HOURS', '0'],
    ['OPERATOR_SESSION_HOURS', '169'],
    ['OPERATOR_SESSION_IDLE_MINUTES', '4'],
    // Longer than the session itself.
    ['OPERATOR_SESSION_IDLE_MINUTES', '721'],
    ['OPERATOR_REFUND_LIMIT_CENTS', '-1'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', 'a phrase that people would choose long enough but no random bytes'],
    ['SECRET_KEY', `k2:${key(1)},short`],
  ])('reports %s if it is "%s"', (name, value) => {
    const faults = faultsOf({ ...managed, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}\\b`));
  });

  it.each([
    'none',
    'false',
    '1',
    '2',
    'loopback',
    '10.0.0.0/8',
    'fd00::/8',
    '10.0.0.1, uniquelocal,linklocal',
  ])('accepts TRUST_PROXY=%s', (value) => {
    expect(faultsOf({ TRUST_PROXY: value })).toEqual([]);
  });

  it.each(['all', '0.0.0.0/0'])(
    'refuses TRUST_PROXY=%s where production runs, and says what to set instead',
    (value) => {
      for (const ENVIRONMENT of ['both', 'production'])
        expect(faultsOf({ ENVIRONMENT, TRUST_PROXY: value })).toEqual([
          expect.stringMatching(/^TRUST_PROXY=\S+ lets every client choose its own address.*TRUST_PROXY=1/),
        ]);
      expect(faultsOf({ ENVIRONMENT: 'sandbox', TRUST_PROXY: value })).toEqual([]);
    },
  );

  it('reads the retry schedule and the allowed private networks of webhooks', () => {
    const { webhooks } = readConfig({
      WEBHOOK_RETRY_SECONDS: '1, 2,3',
      WEBHOOK_ALLOW_PRIVATE: 'loopback, 10.20.0.0/16,fd12::5',
    });
    expect(webhooks.retrySeconds).toEqual([1, 2, 3]);
    const allowPrivate = ['127.0.0.0/8', '::1/128', '10.20.0.0/16', 'fd12::5'];
    expect(webhooks.targets).toMatchObject({ production: { allowPrivate }, sandbox: { allowPrivate } });
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.5'],
    ['PUBLIC_URL', 'https://api.example.com'],
    ['SANDBOX_PUBLIC_URL', 'https://sandbox.example.com'],
    ['TRUST_PROXY', 'loopback'],
  ])(
    'allows no private network for webhooks if the API is not limited to this machine: %s=%s',
    (name, value) => {
      const { webhooks } = readConfig({ [name]: value });
      const nothing = { allowPrivate: [], showsPrivateResponses: false };
      expect(webhooks.targets).toEqual({ production: nothing, sandbox: nothing });
    },
  );

  it('allows loopback receivers of webhooks in the sandbox of a developer, unless configured otherwise', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '127.0.1.1'])
      expect(readConfig({ HOST }).webhooks.targets.sandbox.allowPrivate, HOST).toEqual([
        '127.0.0.0/8',
        '::1/128',
      ]);
    expect(readConfig({ WEBHOOK_ALLOW_PRIVATE: 'none' }).webhooks.targets.sandbox.allowPrivate).toEqual([]);
  });

  it('never infers private receivers of webhooks for production, and never shows their responses', () => {
    expect(readConfig({}).webhooks.targets.production).toEqual({
      allowPrivate: [],
      showsPrivateResponses: false,
    });
    expect(readConfig({ WEBHOOK_ALLOW_PRIVATE: 'loopback' }).webhooks.targets.production).toEqual({
      allowPrivate: ['127.0.0.0/8', '::1/128'],
      showsPrivateResponses: false,
    });
  });

  it('reports all faults at once', () => {
    const faults = faultsOf({ PORT: 'x', SANDBOX_PORT: 'y', LOG_LEVEL: 'z', DATABASE_URL: 'w' });
    for (const name of [
      'PORT',
      'SANDBOX_PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'SANDBOX_DATABASE_URL',
      'SECRET_KEY',
    ])
      expect(
        faults.filter((fault) => fault.startsWith(name)),
        name,
      ).not.toEqual([]);
  });

  it('never repeats values that may be secret', () => {
    const secret = 'hunter2';
    const faults = faultsOf({
      DATABASE_URL: `mysql://user:${secret}@db.example/waybill`,
      SANDBOX_DATABASE_URL: `::${secret}`,
      PUBLIC_URL: `ftp://user:${secret}@example.com`,
      SECRET_KEY: secret,
    });
    expect(faults.length).toBeGreaterThanOrEqual(4);
    expect(new ConfigError(faults).message).not.toContain(secret);
  });

  it('refuses equal ports', () => {
    expect(faultsOf({ PORT: '3001' })).toEqual(['PORT, SANDBOX_PORT and METRICS_PORT must differ']);
    expect(faultsOf({ METRICS_PORT: '3000' })).toHaveLength(1);
    expect(faultsOf({ PORT: '0', SANDBOX_PORT: '0' })).toEqual([]);
  });

  it.each([managed.DATABASE_URL, 'postgresql://other:pass@DB.example:5432/waybill?sslmode=require'])(
    'refuses the same database for both environments: %s',
    (SANDBOX_DATABASE_URL) => {
      const faults = faultsOf({ ...managed, SANDBOX_DATABASE_URL });
      expect(faults).toEqual(['SANDBOX_DATABASE_URL must name a different database than DATABASE_URL']);
    },
  );

  it('reads keys for rotation, newest first', () => {
    const { masterKeys } = readConfig({ SECRET_KEY: `2030:${key(2)}, ${key(1)}` });
    expect(masterKeys).toEqual([
      { id: '2030', secret: Buffer.alloc(32, 2) },
      { id: 'k1', secret: Buffer.alloc(32, 1) },
    ]);
  });

  it('refuses two keys with the same id, because values of the older one could not be decrypted', () => {
    for (const SECRET_KEY of [`${key(2)},${key(1)}`, `a:${key(2)},a:${key(1)}`]) {
      const [fault, ...others] = faultsOf({ SECRET_KEY });
      expect(fault).toMatch(/^SECRET_KEY: .* id/);
      expect(others).toEqual([]);
    }
  });

  it('stores photos in a local directory or in a fully configured bucket', () => {
    const bucket = {
      S3_URL: 'https://s3.example/waybill',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig({}).photos).toEqual({ storage: 'local', retentionDays: 365 });
    expect(readConfig({ PHOTO_STORAGE: 's3', ...bucket }).photos).toMatchObject({ region: 'us-east-1' });
    expect(faultsOf({ PHOTO_STORAGE: 's3', S3_URL: bucket.S3_URL })).toEqual([
      'S3_ACCESS_KEY_ID is required with PHOTO_STORAGE=s3',
      'S3_SECRET_ACCESS_KEY is required with PHOTO_STORAGE=s3',
    ]);
    expect(faultsOf({ S3_URL: bucket.S3_URL })).toEqual([
      'S3_URL is set, but PHOTO_STORAGE=local does not use it',
    ]);
  });

  it('requires a second factor of administrators after seven days, in the sandbox only if configured', () => {
    const daysOf = (variables: Record<string, string>) =>
      readConfig(variables).environments.map(({ adminMfaGraceDays }) => adminMfaGraceDays);
    expect(daysOf({})).toEqual([7, null]);
    expect(daysOf({ ADMIN_MFA_GRACE_DAYS: '0', SANDBOX_ADMIN_MFA_GRACE_DAYS: '30' })).toEqual([0, 30]);
    expect(daysOf({ ADMIN_MFA_GRACE_DAYS: 'none' })).toEqual([null, null]);
    expect(() => daysOf({ ADMIN_MFA_GRACE_DAYS: '7 days' })).toThrow(
      'ADMIN_MFA_GRACE_DAYS must be a whole number of days from 0 to 365, or none; it is "7 days"',
    );
  });
});
