// Injected context of the operator use cases.
import type { BillingConfig } from '../../config/billing-config.ts';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PageMap } from '../../http/operations/page-map.ts';
import type { CredentialAdminContext } from '../accounts/system/admin-context.ts';
import type { LinkContext } from '../accounts/system/operator-link.ts';
import type { OperatorSessionStore } from '../accounts/system/operator-session-store.ts';
import type { MessageRules } from '../notifications/system/claim-attempt.ts';
import type { TrackingUrlFor } from '../notifications/system/compose-messages.ts';
import type { TokenCache } from '../oauth/token-cache.ts';
import type { PlanServices } from '../plans/system/plan-context.ts';
import type { PricingContext } from '../quotes/price-route.ts';
import type { PlanningContext } from '../schedule/planned-capacity.ts';
import type { PortalChangeNotifier } from '../webhooks/portal-change-notifier.ts';
import type { ConsoleChangeChannel } from './stream/console-change-channel.ts';

export interface ConsoleContext
  extends Context,
    PlanningContext,
    Pick<PricingContext, 'areas' | 'quoteLifetimeMinutes'> {
  readonly system: SystemDatabase;
  /** Stores failed password attempts. */
  readonly identity: IdentityDatabase;
  /** Days without use after which access tokens expire; null: they do not expire. */
  readonly tokenIdleDays: number | null;
  /** With the lifetimes of the configuration. */
  readonly sessions: OperatorSessionStore;
  /** Refunds of one booking that exceed this amount in total need step-up. */
  readonly refundLimitCents: number;
  /** Announces revoked access tokens to every process. */
  readonly tokens: Pick<TokenCache, 'announceClient' | 'announceRevoked'>;
  /** Closes the open streams of a portal session in every process. */
  readonly endPortalSession: (sessionHash: string) => Promise<void>;
  /** Pool of masked numbers for calls between crews and contacts. */
  readonly maskedNumbers: readonly string[];
  /** Source of the base map. */
  readonly pageMap: () => Promise<PageMap>;
  /** Name of the delivery company. */
  readonly companyName: string;
  /** Settings of statements. */
  readonly billing: BillingConfig;
  readonly trackingUrlFor: TrackingUrlFor;
  /** Time zone of the company; determines the current day. */
  readonly timeZone: string;
  /** Allowed countries and default limits of messages. */
  readonly messageRules: MessageRules;
  /** Notifies open console pages of changes that emit no event. */
  readonly changes: ConsoleChangeChannel;
  /** Notifies open crew and console pages of offers that were made or answered, by booking. */
  readonly announceOffers: (bookingIds: readonly string[]) => void;
  /** Notifies open portal pages of decisions of operators. */
  readonly portalChanges: Pick<PortalChangeNotifier, 'announce'>;
  /** Searches of this process. */
  readonly plans: PlanServices;
}

/** The part of the context that administration use cases need; the CLI commands share them. */
export function adminOf({
  system,
  clock,
  ids,
  environment,
  security,
}: ConsoleContext): CredentialAdminContext {
  return { system, clock, ids, environment: environment.name, security };
}

/** The part of the context that creating one-time links for operators needs. */
export function linkContextOf({
  system,
  clock,
  ids,
  keys,
  environment,
  messenger,
  security,
}: Pick<
  ConsoleContext,
  'system' | 'clock' | 'ids' | 'keys' | 'environment' | 'messenger' | 'security'
>): LinkContext {
  const { name, publicUrl } = environment;
  const isMailEnabled = messenger.carries.has('email');
  return { system, clock, ids, keys, environment: name, publicUrl, isMailEnabled, security };
}

/** Actor of a change, for the audit trail. */
