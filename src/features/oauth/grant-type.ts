// Grant types of POST /oauth/token.
export const grantTypes = ['client_credentials', 'password', 'authorization_code', 'refresh_token'] as const;

export type GrantType = (typeof grantTypes)[number];

export function isGrantType(text: string): text is GrantType {
  return grantTypes.some((grant) => grant === text);
}
