// What can be done with API clients, wherever a page reaches them.
import type { ApiKey, IssuedKey, NewKey } from '../../src/features/oauth/clients-wire.ts';

export interface KeyActions {
  readonly create: (key: NewKey) => Promise<IssuedKey>;
  readonly rotate: (id: string, overlapHours: number) => Promise<IssuedKey>;
  readonly endOldSecret: (id: string) => Promise<unknown>;
  readonly setDisabled: (id: string, disabled: boolean) => Promise<ApiKey>;
  readonly remove: (id: string) => Promise<unknown>;
  /** Once something was done. */
  readonly onDone: () => unknown;
}
