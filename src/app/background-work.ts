// Wires the background work: periodic tasks, due jobs, relay subscribers, followers, webhook deliveries.
import { billingSubscriber, paymentHandler } from '../features/billing/tasks.ts';
import { failUnpaidBooking } from '../features/bookings/system/fail-unpaid-booking.ts';
import {
  announceBookingChanges,
  announceCrewChanges,
  announceMessageChanges,
} from '../features/console/stream/relay-subscribers.ts';
import { consoleHandlers, consoleTasks, projectionSubscriber } from '../features/console/tasks.ts';
import { crewTasks } from '../features/crew/tasks.ts';
import { dispatchHandlers, dispatchRounds, dispatchSubscriber } from '../features/dispatch/tasks.ts';
import type { ComposeContext } from '../features/notifications/system/compose-messages.ts';
import { notSentCounter } from '../features/notifications/system/message-metrics.ts';
import {
  notificationHandlers,
  notificationSubscriber,
  notificationTasks,
} from '../features/notifications/tasks.ts';
import { oauthTasks } from '../features/oauth/tasks.ts';
import { photoTasks } from '../features/photos/tasks.ts';
import { replanCounter } from '../features/plans/system/replan-metrics.ts';
import { planTasks, replanning, withIntentions } from '../features/plans/tasks.ts';
import { portalMemberHandlers, portalMemberTasks } from '../features/portal-members/tasks.ts';
import { addressRetentionTasks, retentionTasks } from '../features/privacy/tasks.ts';
import { requestLogTasks } from '../features/requests/tasks.ts';
import { signInThrottleTasks } from '../features/sign-in-throttle/tasks.ts';
import { simulationHandler, simulationSubscriber, simulationTasks } from '../features/simulation/tasks.ts';
import { trackingListener } from '../features/tracking/tasks.ts';
import { DeliveryEngine } from '../features/webhooks/system/delivery-engine.ts';
import { findLastFailures } from '../features/webhooks/system/last-failure-store.ts';
import { portalTasks, webhookTasks } from '../features/webhooks/tasks.ts';
import { createPaymentProvider } from '../integrations/payments/create-payment-provider.ts';
import type { PaymentProvider } from '../integrations/payments/payment-provider.ts';
import { createWebhookSender } from '../integrations/webhook-http/create-webhook-sender.ts';
import { auditSealing } from '../jobs/audit-seals.ts';
import { DueJobs, type JobHandler } from '../jobs/due-jobs.ts';
import { Follower } from '../jobs/follower.ts';
import { idempotencyCleanup } from '../jobs/idempotency-cleanup.ts';
import { type PeriodicTask, PeriodicTasks } from '../jobs/periodic-task.ts';
import { Relay } from '../jobs/relay.ts';
import { Worker } from '../jobs/worker.ts';
import { readVersion } from '../lib/version.ts';
import { announceOffersOf } from './announce-offers.ts';
import type { Overrides } from './app-options.ts';
import type { AppComponents } from './components.ts';
import { simulationContext } from './simulation-context.ts';
import { trackingUrlsOf } from './tracking-urls.ts';

export interface BackgroundWork {
  readonly worker: Worker;
  /** Call it after the worker has stopped. */
  close(): Promise<void>;
}

export function assembleBackgroundWork(components: AppComponents, overrides: Overrides): BackgroundWork {
  const { config, context, database, wakeUps } = components;
  const { system } = database;
  const { clock, log } = context;
  const sender =
    overrides.webhookSender ??
    createWebhookSender({ ...config.webhooks, ...config.webhooks.targets[context.environment.name] });
  const engine = new DeliveryEngine({
    ...context,
    engine: database.engine,
    system,
    sender,
    wakeUps,
    changes: components.changes,
    metrics: components.metrics,
    retrySeconds: config.webhooks.retrySeconds,
    version: readVersion(),
    random: overrides.random ?? Math.random,
  });
  const provider = createPaymentProvider(context.environment.name, config.payments);
  const dueJobs = new DueJobs(database.jobs, clock, log, jobHandlers(components, provider));
  const wakeJobs = () => dueJobs.wake();
  const feedFollowers = followers(components, provider, wakeJobs);
  const consumers = {
    fanOut: engine.fanOut,
    subscribers: isSandbox(components) ? [simulationSubscriber(clock, wakeJobs)] : [],
    listeners: [
      trackingListener(components.trackingAnnouncer),
      announceBookingChanges(components.consoleChanges),
      ...feedFollowers.map((follower) => () => follower.wake()),
    ],
  };
  const relay = new Relay(database.engine, consumers, wakeUps, log);
  const tasks = new PeriodicTasks(system, log, periodicTasks(components));
  return {
    worker: new Worker([
      tasks,
      ...personalDataRetention(components),
      ...dispatchTasks(components, wakeJobs),
      // Before the relay, which hands deliveries off to it.
      engine,
      relay,
      ...feedFollowers,
      dueJobs,
    ]),
    close: async () => {
      await sender.close();
      await context.messenger.close();
    },
  };
}

/** Housekeeping; each task runs in one process at a time. */
function periodicTasks(components: AppComponents): PeriodicTask[] {
  const { config, context, database, operatorSessions } = components;
  const { system } = database;
  const { clock, photos } = context;
  return [
    ...oauthTasks(system, clock, config.tokenLifetime.idleDays),
    ...signInThrottleTasks(system),
    ...portalTasks(system, clock),
    ...portalMemberTasks(system, clock),
    ...consoleTasks(system, clock, operatorSessions),
    ...crewTasks(system, clock),
    idempotencyCleanup(system, clock),
    auditSealing({ system, keys: context.keys, log: context.log }),
    ...webhookTasks(system, clock, config.webhooks.retentionDays),
    ...photoTasks(system, clock, photos, config.photos.retentionDays),
    ...(isSandbox(components) ? simulationTasks(system, clock) : []),
    ...notificationTasks(system, clock, config.messages.retentionDays),
    ...planTasks(system, clock, components.plans.announce),
    ...requestLogTasks(system, clock, requestLogDays(config)),
    ...addressRetentionTasks(system, clock, config.security.addressDays),
  ];
}

/** Calls may contain personal data in fields that are not masked, so they are kept no longer than personal data. */
function requestLogDays({ requestLog, personalData }: AppComponents['config']): number {
  return Math.min(requestLog.retentionDays, personalData.retentionDays ?? Number.POSITIVE_INFINITY);
}

/** A runner of its own: erasing much personal data must not delay other housekeeping. */
function personalDataRetention({ config, context, database }: AppComponents): PeriodicTasks[] {
  const { retentionDays } = config.personalData;
  if (retentionDays === null) return [];
  const { system } = database;
  const { quoteLifetimeMinutes } = config;
  const tasks = retentionTasks({ ...context, system, retentionDays, quoteLifetimeMinutes });
  return [new PeriodicTasks(system, context.log, tasks)];
}

/** A runner of its own: dispatch must not wait for housekeeping. The sandbox has no dispatch. */
function dispatchTasks(components: AppComponents, wakeJobs: () => void): PeriodicTasks[] {
  const { config, context, database } = components;
  if (context.environment.name === 'sandbox') return [];
  const { system } = database;
  const round = dispatchRounds(
    { ...context, system, rules: config.dispatch },
    wakeJobs,
    announceOffersOf(components),
  );
  // A runner of its own: re-planning must not delay offers.
  const replan = replanning(
    { ...context, system, plans: components.plans, timeZone: config.billing.timeZone },
    replanCounter(components.metrics, context.environment.name),
  );
  return [[round], [replan]].map((tasks) => new PeriodicTasks(system, context.log, tasks));
}

/** Handlers of due jobs. */
function jobHandlers(components: AppComponents, provider: PaymentProvider | null): JobHandler[] {
  const { config, context, database } = components;
  return [
    paymentHandler({
      ...context,
      system: database.system,
      timeZone: config.billing.timeZone,
      provider,
      failBooking: (bookingRef) => failUnpaidBooking(context, bookingRef),
    }),
    ...(isSandbox(components) ? [simulationHandler(simulationContext(components))] : []),
    ...announceMessageChanges(
      notificationHandlers({
        ...composingContext(components),
        system: database.system,
        quietHours: config.messages.quietHours,
        rules: config.messages,
        countNotSent: notSentCounter(components.metrics, context.environment.name),
        security: context.security,
      }),
      components.consoleChanges,
    ),
    ...consoleHandlers({ ...context, system: database.system }),
    ...portalMemberHandlers({ ...context, system: database.system }),
    ...dispatchHandlers({
      ...context,
      system: database.system,
      maskedNumbers: config.dispatch.maskedNumbers,
    }),
  ];
}

/** Followers of the event feed. */
function followers(
  components: AppComponents,
  provider: PaymentProvider | null,
  wakeJobs: () => void,
): Follower[] {
  const { config, context, database } = components;
  const billing = { ...context, timeZone: config.billing.timeZone, payments: provider?.name ?? null };
  const subscribers = {
    billing: billingSubscriber(billing, wakeJobs),
    dispatch: announceCrewChanges(
      withIntentions(
        dispatchSubscriber(context.clock, wakeJobs),
        context.clock,
        components.plans.announceJobs,
      ),
      components.consoleChanges,
    ),
    notifications: notificationSubscriber({ ...composingContext(components), findLastFailures }, wakeJobs),
    planning: projectionSubscriber(),
  };
  return Object.entries(subscribers).map(
    ([name, subscriber]) => new Follower(name, database.engine, subscriber, context.log),
  );
}

/** Dependencies for composing messages. */
function composingContext({ config, context }: AppComponents): ComposeContext {
  return {
    ...context,
    issuer: config.billing.issuer,
    trackingUrlFor: trackingUrlsOf(context),
  };
}

function isSandbox({ context }: AppComponents): boolean {
  return context.environment.name === 'sandbox';
}
