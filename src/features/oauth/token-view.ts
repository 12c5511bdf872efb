// A token as the contract shows it.
import type { IssuedToken } from './issue-token.ts';

/** Standard clients read a missing `expires_in` as "unknown"; null they refuse. */
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
