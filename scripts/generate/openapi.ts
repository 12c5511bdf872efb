// openapi/openapi.json and openapi/operator.json, as served by the sandbox, which has all operations, from an
// application without a database. Production serves the same without the operations tagged Sandbox.
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { assembleApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/lib/logger.ts';

export function generateOpenApi(): Promise<string> {
  return describe('/openapi.json');
}

export function generateOperatorApi(): Promise<string> {
  return describe('/operator/openapi.json');
}

async function describe(path: string): Promise<string> {
  const config = readConfig({ ENVIRONMENT: 'sandbox' });
  const [environment] = config.environments;
  if (!environment) throw new Error('no environment');
  const app = await assembleApp({
    config,
    environment,
    // Never used: pools connect on first use.
    connection: { host: '/nowhere', port: 5432, user: 'unused', database: 'none' },
    masterKeys: [{ id: 'k1', secret: randomBytes(32) }],
    log: createLogger('error'),
    metrics: new Registry(),
  });
  try {
    const { body } = await app.server.inject(path);
    return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
