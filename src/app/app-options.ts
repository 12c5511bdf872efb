// Input of `buildApp`, and the dependencies that tests may replace.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config, EnvironmentConfig } from '../config.ts';
import type { ConnectionOptions } from '../db/pool.ts';
import type { StartThread } from '../features/plans/plan-threads.ts';
import type { HttpListener } from '../http/server/http-listener.ts';
import type { Geocoder } from '../integrations/geocoder/geocoder.ts';
import type { Messenger } from '../integrations/messenger/messenger.ts';
import type { PhotoStorage } from '../integrations/photo-storage/photo-storage.ts';
import type { RoutingEngine } from '../integrations/router/engine/routing-engine.ts';
import type { Router } from '../integrations/router/router.ts';
import type { WebhookSender } from '../integrations/webhook-http/webhook-sender.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { MasterKey } from '../lib/key-ring.ts';

export interface AppOptions {
  readonly config: Config;
  readonly environment: EnvironmentConfig;
  readonly connection: ConnectionOptions;
  readonly masterKeys: readonly MasterKey[];
  readonly log: Logger;
  readonly metrics: Registry;
  /** Shared by the environments of a process; the caller closes it. Default: routes are estimates. */
  readonly engine?: RoutingEngine | undefined;
  /** Listens already; the caller hands it over to the application. Default: the caller lets the server listen. */
  readonly listener?: HttpListener | undefined;
}

/** Dependencies that tests replace. */
export interface Overrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly geocoder?: Geocoder;
  readonly router?: Router;
  readonly photos?: PhotoStorage;
  readonly messenger?: Messenger;
  readonly webhookSender?: WebhookSender;
  /** Threads of plans; by default their bundled scripts. */
  readonly startThread?: StartThread;
  /** Jitter of retries: a number from 0 to 1. */
  readonly random?: () => number;
}
