// Tests of the configuration of providers: every fault is reported at once, each with its variable.
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('geocoder and router configuration', () => {
  it('uses the embedded ones by default', () => {
    expect(readConfig({})).toMatchObject({
      geocoder: { provider: 'embedded' },
      router: { provider: 'embedded' },
      quoteLifetimeMinutes: 60,
    });
    expect(
      readConfig({
        GEOCODER: 'pelias',
        GEOCODER_URL: 'https://pelias.example/v1',
        GEOCODER_KEY: 'k',
        ROUTER: 'google',
        ROUTER_KEY: 'r',
      }),
    ).toMatchObject({
      geocoder: { provider: 'pelias', url: 'https://pelias.example/v1', key: 'k' },
      router: { provider: 'google', key: 'r' },
    });
    expect(readConfig({ GEOCODER: 'census' }).geocoder).toEqual({ provider: 'census' });
  });

  it.each([
    [{ GEOCODER: 'nominatim' }, 'GEOCODER_URL is required with GEOCODER=nominatim'],
    [{ GEOCODER: 'photon' }, 'GEOCODER_URL is required with GEOCODER=photon'],
    [{ GEOCODER: 'pelias' }, 'GEOCODER_URL is required with GEOCODER=pelias'],
    [{ GEOCODER: 'google' }, 'GEOCODER_KEY is required with GEOCODER=google'],
    [{ GEOCODER: 'mapbox' }, 'GEOCODER_KEY is required with GEOCODER=mapbox'],
    [
      { GEOCODER: 'nominatim', GEOCODER_URL: 'geocoder.example.com' },
      'GEOCODER_URL must be a URL that starts with http:// or https://',
    ],
    [
      { GEOCODER: 'nominatim', GEOCODER_URL: 'file:///etc/passwd' },
      'GEOCODER_URL must be a URL that starts with http:// or https://',
    ],
    [{ GEOCODER: 'census', GEOCODER_KEY: 'k' }, 'GEOCODER_KEY is set, but GEOCODER=census does not use it'],
    [{ GEOCODER_URL: 'http://localhost' }, 'GEOCODER_URL is set, but GEOCODER=embedded does not use it'],
    [{ ROUTER: 'valhalla' }, 'ROUTER_URL is required with ROUTER=valhalla'],
    [
      { ROUTER: 'osrm', ROUTER_URL: 'localhost:5000' },
      'ROUTER_URL must be a URL that starts with http:// or https://',
    ],
    [
      { ROUTER: 'osrm', ROUTER_URL: 'http://localhost', ROUTER_KEY: 'k' },
      'ROUTER_KEY is set, but ROUTER=osrm does not use it',
    ],
    [{ ROUTER: 'google' }, 'ROUTER_KEY is required with ROUTER=google'],
    [{ ROUTER_KEY: 'k' }, 'ROUTER_KEY is set, but ROUTER=embedded does not use it'],
    [
      { ROUTER: 'graphhopper', ROUTER_URL: 'http://localhost' },
      'ROUTER must be one of embedded, valhalla, osrm, google; it is "graphhopper"',
    ],
  ])('refuses an incomplete configuration: %j', (variables, fault) => {
    expect(faultsOf(variables)).toEqual([fault]);
  });

  it('reports its faults together with all others', () => {
    expect(
      faultsOf({
        PORT: 'x',
        GEOCODER: 'google',
        ROUTER: 'osrm',
        ROUTER_KEY: 'k',
        QUOTE_LIFETIME_MINUTES: '0',
      }),
    ).toEqual([
      'PORT must be a whole number from 0 to 65535; it is "x"',
      'GEOCODER_KEY is required with GEOCODER=google',
      'ROUTER_URL is required with ROUTER=osrm',
      'ROUTER_KEY is set, but ROUTER=osrm does not use it',
      'QUOTE_LIFETIME_MINUTES must be a whole number from 1 to 10080; it is "0"',
    ]);
  });

  it('never repeats a key', () => {
    const faults = faultsOf({ GEOCODER: 'google', GEOCODER_URL: 'nowhere', GEOCODER_KEY: 'sk-secret' });
    expect(faults).toHaveLength(1);
    expect(faults.join()).not.toContain('sk-secret');
  });
});

describe('payment configuration', () => {
  const key = 'sk_test_0123456789abcdef';

  it('has no provider unless Stripe is configured with a key', () => {
    expect(readConfig({}).payments).toBeNull();
    expect(readConfig({ PAYMENT_PROVIDER: 'on_account' }).payments).toBeNull();
    expect(readConfig({ PAYMENT_PROVIDER: 'stripe', STRIPE_KEY: key }).payments).toEqual({
      provider: 'stripe',
      key,
    });
    expect(
      readConfig({ PAYMENT_PROVIDER: 'stripe', STRIPE_KEY: key, STRIPE_URL: 'http://127.0.0.1:9' }).payments,
    ).toMatchObject({ url: 'http://127.0.0.1:9' });
  });

  it.each([
    [{ PAYMENT_PROVIDER: 'cash' }, 'PAYMENT_PROVIDER must be one of on_account, stripe; it is "cash"'],
    [{ PAYMENT_PROVIDER: 'stripe' }, 'STRIPE_KEY is required with PAYMENT_PROVIDER=stripe'],
    [{ STRIPE_KEY: key }, 'STRIPE_KEY is set, but PAYMENT_PROVIDER=on_account does not use it'],
    [
      { PAYMENT_PROVIDER: 'stripe', STRIPE_KEY: key, ENVIRONMENT: 'sandbox' },
      'PAYMENT_PROVIDER=stripe applies to production only: the sandbox never charges',
    ],
    [
      { BILLING_TIME_ZONE: 'Mars/Olympus' },
      'BILLING_TIME_ZONE must be a time zone such as America/New_York; it is "Mars/Olympus"',
    ],
  ])('%j: %s', (variables, fault) => {
    expect(faultsOf(variables)).toEqual([fault]);
  });

  it('never repeats an invalid key', () => {
    const [fault] = faultsOf({ PAYMENT_PROVIDER: 'stripe', STRIPE_KEY: 'pk_live_secret' });
    expect(fault).toContain('STRIPE_KEY must be a Stripe secret key');
    expect(fault).not.toContain('pk_live_secret');
  });
});

describe('map tile configuration', () => {
  const url = 'https://tiles.example/{z}/{x}/{y}.png?key=1';

  it('has no tiles by default', () => {
    expect(readConfig({}).tracking).toEqual({ linkDays: 14, tiles: null });
    expect(readConfig({ MAP_TILE_URL: url, MAP_TILE_ATTRIBUTION: '© OpenStreetMap' }).tracking.tiles).toEqual(
      {
        url,
        attribution: '© OpenStreetMap',
      },
    );
  });

  const template =
    'MAP_TILE_URL must contain {z}, {x} and {y} after its host: https://tiles.example/{z}/{x}/{y}.png';
  it.each([
    [{ MAP_TILE_URL: 'https://tiles.example/' }, template],
    [{ MAP_TILE_URL: 'https://{z}.tiles.example/{z}/{x}/{y}' }, template],
    [{ MAP_TILE_URL: 'https://tiles.example?{z}{x}{y}' }, template],
    [
      { MAP_TILE_URL: 'ftp://tiles.example/{z}/{x}/{y}' },
      'MAP_TILE_URL must be a URL that starts with http:// or https://',
    ],
    [
      { MAP_TILE_ATTRIBUTION: '©' },
      'MAP_TILE_ATTRIBUTION is set, but a map without MAP_TILE_URL does not use it',
    ],
    [{ TRACKING_LINK_DAYS: '0' }, 'TRACKING_LINK_DAYS must be a whole number from 1 to 365; it is "0"'],
  ])('%j: %s', (variables, fault) => {
    expect(faultsOf(variables)).toEqual([fault]);
  });
});

describe('message configuration', () => {
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+13125550199',
  };

  it('has no transport by default, and quiet hours at night', () => {
    expect(readConfig({}).messages).toEqual({
      smtp: null,
      twilio: null,
      quietHours: { fromMinute: 1_260, untilMinute: 480 },
      retentionDays: 90,
      smsCountries: new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']),
      limits: {
        sms: { perRecipientDay: 40, perBooking: 60, perAccountDay: 2_000 },
        email: { perRecipientDay: 60, perBooking: 120, perAccountDay: 5_000 },
      },
    });
    const smtp = { SMTP_URL: 'smtps://u:p@mail.example.com', MAIL_FROM: 'Acme <hello@example.com>' };
    expect(readConfig({ ...smtp, ...twilio, QUIET_HOURS: 'none' }).messages).toMatchObject({
      smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM, allowsPlaintext: false },
      twilio: { from: '+13125550199' },
      quietHours: null,
    });
    const limited = readConfig({ SMS_COUNTRIES: 'US, CA', EMAIL_PER_ACCOUNT_DAY: '0' }).messages;
    expect(limited).toMatchObject({
      smsCountries: new Set(['US', 'CA']),
      limits: { sms: { perBooking: 60 }, email: { perAccountDay: 0 } },
    });
    // Masked calls need the token too.
    expect(readConfig({ TWILIO_AUTH_TOKEN: 'token' }).messages.twilio).toBeNull();
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is required with SMTP_URL'],
    [{ SMTP_ALLOW_PLAINTEXT: 'true' }, 'SMTP_ALLOW_PLAINTEXT is set, but'],
    [
      { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@b.example', SMTP_ALLOW_PLAINTEXT: 'yes' },
      'SMTP_ALLOW_PLAINTEXT must be one of false, true',
    ],
    [{ MAIL_FROM: 'hello@example.com' }, 'MAIL_FROM is set, but SMTP_URL is not; set both or neither'],
    [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must be like smtps://'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Acme' }, 'MAIL_FROM must be like'],
    [{ TWILIO_FROM: '+13125550199' }, 'TWILIO_ACCOUNT_SID is required with SMS through Twilio'],
    [{ ...twilio, TWILIO_AUTH_TOKEN: '' }, 'TWILIO_AUTH_TOKEN is required with SMS through Twilio'],
    [{ ...twilio, TWILIO_ACCOUNT_SID: 'AC1' }, 'TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits'],
    [{ ...twilio, TWILIO_FROM: 'Acme' }, 'TWILIO_FROM must be a number'],
    [{ QUIET_HOURS: '9pm-8am' }, 'QUIET_HOURS must be like 21:00-08:00, or none'],
    [{ MESSAGE_RETENTION_DAYS: '0' }, 'MESSAGE_RETENTION_DAYS must be a whole number from 1 to 3650'],
    [{ SMS_COUNTRIES: 'US,Canada' }, 'SMS_COUNTRIES must be ISO 3166 country codes separated by commas'],
    [{ SMS_PER_BOOKING: '-1' }, 'SMS_PER_BOOKING must be a whole number from 0 to 1000000'],
  ])('reports the fault of %j', (variables, fault) => {
    const faults = faultsOf(variables);
    expect(
      faults.some((each) => each.includes(fault)),
      faults.join(),
    ).toBe(true);
  });
});
