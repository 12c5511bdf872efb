// Configuration of webhooks: retry schedule, allowed networks, retention.

import type { EnvReader } from '../lib/env-reader.ts';
import { parseNetwork } from '../lib/ip-network.ts';
import type { EnvironmentName } from './environment-name.ts';

export interface WebhookConfig {
  /** Delay after each failed attempt; after the last one the delivery has failed. */
  readonly retrySeconds: readonly number[];
  readonly targets: Readonly<Record<EnvironmentName, WebhookTargets>>;
  readonly retentionDays: number;
  /** From the first packet to the last byte of the response. */
  readonly timeoutSeconds: number;
}

/** Which receivers webhooks of one environment may reach. */
export interface WebhookTargets {
  /** Private networks that webhooks may reach, also over http. */
  readonly allowPrivate: readonly string[];
  /**
   * Whether partners may see responses of receivers in private networks. Only in a sandbox that is reachable from this
   * machine alone: elsewhere partners could read internal services through webhooks (SSRF).
   */
  readonly showsPrivateResponses: boolean;
}

/** Twelve attempts in about 76 hours. */
const retrySchedule = '5,30,120,600,1800,7200,18000,36000,50400,72000,86400';
const maxRetrySeconds = 604_800;
const maxRetries = 30;
const loopbackNetworks = ['127.0.0.0/8', '::1/128'];

export function readWebhooks(read: EnvReader, isLoopbackOnly: boolean): WebhookConfig {
  return {
    retrySeconds: read.list(
      'WEBHOOK_RETRY_SECONDS',
      retrySchedule,
      `at most ${maxRetries} whole numbers from 1 to ${maxRetrySeconds}, separated by commas`,
      (parts) => {
        const seconds = parts.map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : 0));
        const isValid = seconds.every((one) => one >= 1 && one <= maxRetrySeconds);
        return isValid && seconds.length <= maxRetries ? seconds : null;
      },
    ),
    targets: readTargets(read, isLoopbackOnly),
    retentionDays: read.integer('WEBHOOK_RETENTION_DAYS', 30, 1, 90),
    timeoutSeconds: 15,
  };
}

/**
 * Without WEBHOOK_ALLOW_PRIVATE, a sandbox that only this machine can reach may send to loopback, so that a developer's
 * receiver works. Production never infers it: behind a reverse proxy on the same host it would be an SSRF.
 */
function readTargets(read: EnvReader, isLoopbackOnly: boolean): WebhookConfig['targets'] {
  const configured = readAllowPrivate(read);
  return {
    production: { allowPrivate: configured ?? [], showsPrivateResponses: false },
    sandbox: {
      allowPrivate: configured ?? (isLoopbackOnly ? loopbackNetworks : []),
      showsPrivateResponses: isLoopbackOnly,
    },
  };
}

/** null: not set. */
function readAllowPrivate(read: EnvReader): string[] | null {
  if (read.text('WEBHOOK_ALLOW_PRIVATE', '') === '') return null;
  return read.list(
    'WEBHOOK_ALLOW_PRIVATE',
    'none',
    'none, or a list of addresses, networks such as 10.0.0.0/8, and loopback',
    (parts) => {
      if (parts.join() === 'none') return [];
      const networks = parts.flatMap((part) => (part === 'loopback' ? loopbackNetworks : part));
      return networks.every((network) => parseNetwork(network) !== null) ? networks : null;
    },
  );
}
