// Webhook endpoints: a URL of an account that receives events, and changes to it.
import type { EventType } from './event-types.ts';
import type { DisabledReason } from './webhook-delivery.ts';

/** Per account. */
export const MAX_ENDPOINTS = 20;

export interface WebhookEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly description: string | null;
  /** null for every type except opt-in types. */
  readonly events: readonly EventType[] | null;
  /** null while the endpoint is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** Disabled by an operator: the account can neither enable nor replace it. */
  readonly isHeld: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Omitted fields stay unchanged. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly events?: readonly EventType[] | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface ChangedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Changed fields, by their API names. */
  readonly changed: readonly ('url' | 'description' | 'events' | 'disabled')[];
}

/** Returns the same object if nothing changed. */
export function changeEndpoint(before: WebhookEndpoint, change: EndpointChange, now: Date): ChangedEndpoint {
  const after = {
    ...before,
    ...(change.url !== undefined && { url: change.url }),
    ...(change.description !== undefined && { description: normalizeDescription(change.description) }),
    ...(change.events !== undefined && { events: normalizeEvents(change.events) }),
    ...disabledFields(before, change.disabled, now),
  };
  const changed = (['url', 'description', 'events', 'disabled'] as const).filter((field) =>
    field === 'disabled'
      ? before.disabledReason !== after.disabledReason
      : JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return changed.length === 0
    ? { endpoint: before, changed }
    : { endpoint: { ...after, updatedAt: now }, changed };
}

/** An endpoint that is already disabled keeps its reason if it is disabled again. */
function disabledFields(
  { disabledReason }: WebhookEndpoint,
  disabled: boolean | undefined,
  now: Date,
): Partial<Pick<WebhookEndpoint, 'disabledReason' | 'disabledAt'>> {
  if (disabled === undefined || disabled === (disabledReason !== null)) return {};
  return disabled
    ? { disabledReason: 'manual', disabledAt: now }
    : { disabledReason: null, disabledAt: null };
}

/** Empty text is stored as null. */
export function normalizeDescription(description: string | null | undefined): string | null {
  return description || null;
}

/** Deduplicated, in the order given. */
export function normalizeEvents(
  events: readonly EventType[] | null | undefined,
): readonly EventType[] | null {
  return events ? [...new Set(events)] : null;
}
