// Operations on API clients. The portal and the console implement them with their own APIs.
import type { ApiKey, ClientTokenList, DisabledKeys, IssuedKey, NewKey } from '../portal/api.generated.ts';

/** Live access tokens of a client, newest first, after this one. */
export type ListTokens = (id: string, after: string | null) => Promise<ClientTokenList>;

/** Operations that change clients. */
export interface KeyActions {
  readonly create: (key: NewKey) => Promise<IssuedKey>;
  readonly rotate: (id: string, overlapHours: number) => Promise<IssuedKey>;
  readonly endOldSecret: (id: string) => Promise<unknown>;
  readonly setDisabled: (id: string, disabled: boolean) => Promise<ApiKey>;
  readonly remove: (id: string) => Promise<unknown>;
  /** Disables the clients that portal sessions of this one created, directly or in turn. */
  readonly disableDerived: (id: string) => Promise<DisabledKeys>;
  /** Revokes one access token, or all. */
  readonly revokeTokens: (id: string, tokenId: string | null) => Promise<unknown>;
  /** Called after a successful operation, to refetch the list. */
  readonly onDone: () => unknown;
}
