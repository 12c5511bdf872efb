// First use of an embedded installation: seeds empty environments, and creates the set-up link of production.
import type { Logger } from 'pino';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config } from '../config.ts';
import { createPool } from '../db/pool.ts';
import { SecurityLog } from '../db/security-log.ts';
import { createSystemDatabase } from '../db/system-database.ts';
import type { CredentialAdminContext } from '../features/accounts/system/admin-context.ts';
import { offerSetUpLink } from '../features/accounts/system/set-up-link.ts';
import { systemClock } from '../lib/clock.ts';
import { randomIds } from '../lib/ids.ts';
import { KeyRing } from '../lib/key-ring.ts';
import type { BannerFacts } from './banner.ts';
import { FIRST_OPERATOR_EMAIL } from './credentials-file.ts';
import { firstStart, firstStartActor, hasSeededPassword } from './first-start.ts';
import type { Installation } from './installation.ts';

/** `servesHttp`: a process that only works prints no link, because its output is usually a log that no operator reads. */
export async function prepareFirstUse(
  config: Config,
  installation: Installation,
  log: Logger,
  servesHttp: boolean,
): Promise<BannerFacts> {
  if (!installation.embedded) return { first: null, setUpLink: null };
  const names = servesHttp ? config.environments.map(({ name }) => name) : [];
  const servedAlone = await installation.embedded.joinAsServer(names);
  if (servedAlone.length < names.length)
    log.info({ dataDir: config.dataDir }, 'another server uses the same data directory');
  const pools = new Map(
    config.environments.map(({ name }) => [
      name,
      createPool(installation.connectionTo(name), {
        role: 'waybill_system',
        max: 1,
        onError: (error) => log.warn({ err: error }, 'database connection lost'),
      }),
    ]),
  );
  const adminOf = (environment: EnvironmentName) => {
    const pool = pools.get(environment);
    if (!pool) throw new Error(`no pool for ${environment}`);
    const [clock, ids] = [systemClock, randomIds];
    const keys = new KeyRing(installation.masterKeys, environment);
    const security = new SecurityLog({ environment, clock, ids, keys, log, metrics: null });
    return { system: createSystemDatabase(pool), clock, ids, environment, security };
  };
  try {
    const first = await firstStart(config, adminOf, servedAlone);
    if (!pools.has('production')) return { first, setUpLink: null };
    const production = adminOf('production');
    if (first && (await hasSeededPassword(production, first.credentials)))
      log.warn(
        { advice: `waybill operators reset ${first.credentials.operator.email}` },
        'an operator of production still has the password in credentials.json, without a second factor',
      );
    return { first, setUpLink: servesHttp ? await offerSetUp(config, installation, production) : null };
  } finally {
    await Promise.all([...pools.values()].map((pool) => pool.end()));
  }
}

async function offerSetUp(
  config: Config,
  installation: Installation,
  admin: CredentialAdminContext,
): Promise<BannerFacts['setUpLink']> {
  const settings = config.environments.find(({ name }) => name === admin.environment);
  if (!settings) return null;
  const keys = new KeyRing(installation.masterKeys, admin.environment);
  const context = { ...admin, keys, publicUrl: settings.publicUrl, isMailEnabled: false };
  return offerSetUpLink(context, FIRST_OPERATOR_EMAIL, firstStartActor);
}
