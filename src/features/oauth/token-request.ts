// A request to POST /oauth/token or POST /oauth/revoke, and its client.
export interface TokenRequest {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly authorization: string | undefined;
  readonly address: string;
  readonly requestId: string;
}
