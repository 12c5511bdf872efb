// Wire format of a token response.
import type { IssuedToken } from './issue-token.ts';

/** Plain JSON omits `expires_in`: standard clients accept a missing value but not null. */
export function presentToken(token: IssuedToken, plain: boolean) {
  return {
    access_token: token.accessToken,
    token_type: 'Bearer' as const,
    ...(!plain && { expires_in: null }),
    scope: token.scopes.join(' '),
    ...(token.refreshToken && { refresh_token: token.refreshToken }),
    created_at: Math.floor(token.createdAt.getTime() / 1000),
  };
}
