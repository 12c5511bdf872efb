// Context of the OAuth use cases.
import type { TokenLifetimeConfig } from '../../config/token-lifetime-config.ts';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { TokenCache } from './token-cache.ts';

export interface OAuthContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'keys' | 'security'> {
  readonly identity: IdentityDatabase;
  readonly tokens: TokenCache;
  readonly tokenLifetime: TokenLifetimeConfig;
}
