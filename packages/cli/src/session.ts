// Creates an SDK client from the stored profile, or from credentials in the environment.
import { type StoredToken, type TokenStore, Waybill } from '@waybill/sdk';
import { environmentCredentials } from './environment.ts';
import { type Profile, readProfile, writeProfile } from './profile-file.ts';
import { UsageError } from './usage-error.ts';

export interface CommonOptions {
  readonly profile: string;
  readonly json?: boolean;
}

export async function openSession({ profile: name }: CommonOptions): Promise<Waybill> {
  const given = environmentCredentials();
  if (given) return new Waybill(given);
  const profile = await readProfile(name);
  if (!profile) {
    throw new UsageError(
      `There is no login for the profile "${name}". Run: waybill-partner login${name === 'default' ? '' : ` --profile ${name}`}`,
    );
  }
  return connect(profile, profileTokens(name));
}

export function connect(profile: Profile, tokenStore?: TokenStore): Waybill {
  return new Waybill({
    baseUrl: profile.base_url,
    clientId: profile.client_id,
    clientSecret: profile.client_secret,
    ...(tokenStore && { tokenStore }),
  });
}

/** Stores the access token in the profile, so that not every command requests a new one. */
export function profileTokens(name: string): TokenStore {
  return {
    load: async () => {
      const token = (await readProfile(name))?.token;
      return token ? { accessToken: token.access_token, expiresAt: token.expires_at } : null;
    },
    save: async (token: StoredToken | null) => {
      const profile = await readProfile(name);
      if (!profile) return;
      const { token: _before, ...rest } = profile;
      const stored = token && { access_token: token.accessToken, expires_at: token.expiresAt };
      await writeProfile(name, stored ? { ...rest, token: stored } : rest);
    },
  };
}
