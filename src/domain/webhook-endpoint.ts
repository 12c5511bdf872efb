// A webhook endpoint: an address of the account's that is told of events, and what a change of it amounts to.
import type { EventType } from './event-types.ts';
import type { DisabledReason } from './webhook-delivery.ts';

/** Per account. */
export const MAX_ENDPOINTS = 20;

export interface WebhookEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly description: string | null;
  /** null: every type but those that are sent only to who asks for them. */
  readonly events: readonly EventType[] | null;
  /** null: it is told of events. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** An operator disabled it: the account can neither enable nor replace it. */
  readonly isHeld: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is not given stays as it is. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly events?: readonly EventType[] | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface ChangedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Fields, as partners know them, that are not what they were. */
  readonly changed: readonly ('url' | 'description' | 'events' | 'disabled')[];
}

/** Returns the very same endpoint if nothing is different. */
export function changeEndpoint(before: WebhookEndpoint, change: EndpointChange, now: Date): ChangedEndpoint {
  const after = {
    ...before,
    ...(change.url !== undefined && { url: change.url }),
    ...(change.description !== undefined && { description: tidyDescription(change.description) }),
    ...(change.events !== undefined && { events: tidyEvents(change.events) }),
    ...disabling(before, change.disabled, now),
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

/** An endpoint that we disabled ourselves stays so for our reason, whoever asks for it again. */
function disabling(
  { disabledReason }: WebhookEndpoint,
  disabled: boolean | undefined,
  now: Date,
): Partial<Pick<WebhookEndpoint, 'disabledReason' | 'disabledAt'>> {
  if (disabled === undefined || disabled === (disabledReason !== null)) return {};
  return disabled
    ? { disabledReason: 'manual', disabledAt: now }
    : { disabledReason: null, disabledAt: null };
}

/** Empty text says nothing. */
export function tidyDescription(description: string | null | undefined): string | null {
  return description || null;
}

/** Each type once, in the order given. */
export function tidyEvents(events: readonly EventType[] | null | undefined): readonly EventType[] | null {
  return events ? [...new Set(events)] : null;
}
