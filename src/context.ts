// The injected outside world. Code is imported; only what has side effects is passed in. A use case names the members
// it needs with `Pick`.
import type { Logger } from 'pino';
import type { EnvironmentConfig } from './config.ts';
import type { Database } from './db/database.ts';
import type { SecurityLog } from './db/security-log.ts';
import type { Geocoder } from './integrations/geocoder/geocoder.ts';
import type { Messenger } from './integrations/messenger/messenger.ts';
import type { PhotoStorage } from './integrations/photo-storage/photo-storage.ts';
import type { Router } from './integrations/router/router.ts';
import type { Clock } from './lib/clock.ts';
import type { Ids } from './lib/ids.ts';
import type { KeyRing } from './lib/key-ring.ts';

export interface Context {
  readonly environment: EnvironmentConfig;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: KeyRing;
  readonly geocoder: Geocoder;
  readonly router: Router;
  readonly photos: PhotoStorage;
  readonly messenger: Messenger;
  readonly log: Logger;
  readonly security: SecurityLog;
}
