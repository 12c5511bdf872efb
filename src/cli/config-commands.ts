// waybill config check
import type { Command } from 'commander';
import type { ProviderConfig } from '../config/provider-config.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { jsonOption } from './admin-session.ts';
import { configWarnings } from './config-warnings.ts';
import { printFields, printJson } from './print.ts';

export function addConfigCommands(program: Command): void {
  program
    .command('config')
    .description('Inspect the configuration')
    .command('check')
    .description('Validate the environment variables and print the resulting configuration')
    .addOption(jsonOption())
    .action(check);
}

/** Labels of the text output. The JSON keys are published names and do not change. */
const labels: Readonly<Record<string, string>> = {
  'log archived to': 'WAL archive',
  'quotes live': 'quote lifetime',
  'webhooks retried after': 'webhook retry delays',
  'webhooks may reach': 'webhook targets',
  'messages kept': 'message retention',
  'webhooks kept': 'webhook retention',
};

function check({ json }: { json?: boolean }): void {
  const config = json ? readOrPrintFaults() : readConfig();
  const view = {
    ...Object.fromEntries(
      config.environments.flatMap(({ name, port, publicUrl, databaseUrl, adminMfaGraceDays }) => [
        [name, `${publicUrl} (port ${port})`],
        [
          `${name} database`,
          databaseUrl === null ? `embedded, in ${config.dataDir}` : describeDatabase(databaseUrl),
        ],
        [
          `${name} second factor`,
          adminMfaGraceDays === null
            ? 'optional'
            : `required of administrators ${adminMfaGraceDays} days after their first sign-in`,
        ],
      ]),
    ),
    host: config.host,
    'trust proxy': config.trustProxy === false ? 'none' : String(config.trustProxy),
    metrics: config.metricsPort === null ? 'off' : `${config.metricsHost}, port ${config.metricsPort}`,
    'secret key': config.masterKeys
      ? config.masterKeys.map(({ id }) => id).join(', ')
      : `file in ${config.dataDir}`,
    'log archived to': config.walArchiveDir ?? 'off',
    'rate limit': `${config.rateLimit.requests} requests in ${config.rateLimit.windowSeconds} s`,
    'access tokens': describeTokens(config),
    'operator sessions': `${config.operators.sessionSeconds / 3_600} hours, ${config.operators.sessionIdleSeconds / 60} minutes without use`,
    'client addresses': `${config.security.loggedAddress} in the access log, ${config.security.addressDays} days with security events`,
    'security contact': config.securityContact?.contact ?? 'none',
    geocoder: describeProvider(config.geocoder),
    router: describeProvider(config.router),
    payments: config.payments ? describeProvider(config.payments) : 'on account',
    statements: `by ${config.billing.issuer}, months of ${config.billing.timeZone}`,
    'quotes live': `${config.quoteLifetimeMinutes} minutes`,
    'webhooks retried after': `${config.webhooks.retrySeconds.join(', ')} s`,
    'webhooks may reach': describeTargets(config),
    mail: describeMail(config),
    'text messages': config.messages.twilio
      ? `Twilio, from ${config.messages.twilio.from}`
      : 'stored only, not sent',
    'text messages to': [...config.messages.smsCountries].join(', '),
    'messages kept': `${config.messages.retentionDays} days`,
    'webhooks kept': `${config.webhooks.retentionDays} days`,
  };
  const warnings = configWarnings(config);
  if (json) printJson({ ok: true, ...view, warnings });
  else {
    printFields(
      Object.fromEntries(Object.entries(view).map(([name, value]) => [labels[name] ?? name, value])),
    );
    for (const warning of warnings) console.log(`\nWarning: ${warning}`);
    console.log('\nThe configuration is valid.');
  }
}

/** With --json, faults are printed as JSON too. */
function readOrPrintFaults(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) printJson({ ok: false, faults: error.faults });
    throw error;
  }
}

function describeTokens({ tokenLifetime: { days, idleDays } }: Config): string {
  const limits = [
    ...(days === null ? [] : [`expire after ${days} days`]),
    ...(idleDays === null ? [] : [`expire after ${idleDays} days without use`]),
  ];
  return limits.join(', ') || 'do not expire';
}

/** One list if it applies to all environments. */
function describeTargets({ environments, webhooks }: Config): string {
  const lists = environments.map(({ name }) => ({
    name,
    targets: ['public addresses', ...webhooks.targets[name].allowPrivate].join(', '),
  }));
  return new Set(lists.map(({ targets }) => targets)).size === 1
    ? (lists[0]?.targets ?? '')
    : lists.map(({ name, targets }) => `${name}: ${targets}`).join('; ');
}

/** Host only: the URL of a hosted service may contain an API key. */
function describeProvider({ provider, url }: ProviderConfig<string>): string {
  return url ? `${provider}, at ${new URL(url).host}` : provider;
}

/** Host only: the URL contains user and password. */
function describeMail({ messages: { smtp } }: Config): string {
  return smtp ? `${new URL(smtp.url).host}, from ${smtp.from}` : 'stored only, not sent';
}

/** Host and database name only: the URL contains user and password. */
function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
