// Delivery engine of one environment: starts and stops the dispatcher, the result writer and the recovery worker. The
// relay feeds it through `fanOut`.
import type { Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { circuitState } from '../../../domain/webhook/webhook-circuit-breaker.ts';
import type { WebhookSender } from '../../../integrations/webhook-http/webhook-sender.ts';
import type { RelayFanOut } from '../../../jobs/relay.ts';
import type { WakeUps } from '../../../jobs/wake-ups.ts';
import type { PortalChangeNotifier } from '../portal-change-notifier.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { DeliveryDispatcher } from './delivery-dispatcher.ts';
import { disable, evaluateEndpointHealth } from './disable-failing-endpoint.ts';
import type { WrittenHealth } from './endpoint-statistics-store.ts';
import { engineMetrics, registerEngineGauges } from './engine-metrics.ts';
import { webhookFanOut } from './fan-out.ts';
import { HandOffs } from './hand-offs.ts';
import { measureBacklog } from './pending-endpoint-store.ts';
import { RecoveryWorker } from './recovery-worker.ts';
import { ResultWriter } from './result-writer.ts';
import { SigningKeys } from './signing-keys.ts';

export interface EngineContext extends Pick<Context, 'clock' | 'ids' | 'keys' | 'environment' | 'log'> {
  readonly engine: SystemDatabase;
  readonly system: SystemDatabase;
  readonly sender: WebhookSender;
  readonly wakeUps: WakeUps;
  readonly changes: PortalChangeNotifier;
  readonly metrics: Registry;
  readonly retrySeconds: readonly number[];
  readonly version: string;
  readonly random: () => number;
}

/**
 * How long a shutdown waits for requests in flight. Unfinished deliveries are sent by another process after their lease
 * expires.
 */
const shutdownGraceMillis = 5_000;
const flushTimeoutMillis = 1_500;

export class DeliveryEngine {
  readonly fanOut: RelayFanOut;
  readonly #context: EngineContext;
  readonly #handOffs: HandOffs;
  readonly #results: ResultWriter;
  readonly #dispatcher: DeliveryDispatcher;
  readonly #recoveries: RecoveryWorker;
  readonly #evaluations = new Set<Promise<void>>();
  #unsubscribe: (() => void)[] = [];

  constructor(context: EngineContext) {
    this.#context = context;
    const { engine, clock, ids, keys, log, sender, retrySeconds, random } = context;
    this.#handOffs = new HandOffs({ db: engine, clock, log, changes: context.changes });
    this.#results = new ResultWriter({
      db: engine,
      log,
      handOffs: this.#handOffs,
      circuitOf: (endpointId) => this.#circuitOf(endpointId),
      onWritten: (records, health) => this.#onWritten(records, health),
    });
    this.#dispatcher = new DeliveryDispatcher({
      db: engine,
      clock,
      ids,
      log,
      sender,
      retrySeconds,
      random,
      keys: new SigningKeys(keys),
      userAgent: `Waybill-Webhooks/${context.version}`,
      results: this.#results,
      handOffs: this.#handOffs,
      metrics: engineMetrics(context.metrics, context.environment.name),
    });
    this.fanOut = webhookFanOut(context, this.#dispatcher);
    this.#recoveries = new RecoveryWorker(context, (endpointId) => this.#dispatcher.onQueued([endpointId]));
  }

  start(): void {
    const { wakeUps, metrics, environment, clock, system } = this.#context;
    this.#unsubscribe = [
      wakeUps.on('tasks', () => {
        this.#dispatcher.sweep();
        this.#recoveries.wake();
      }),
      registerEngineGauges(metrics, environment.name, {
        inFlight: () => this.#dispatcher.scheduler.inFlight,
        circuitsOpen: () => this.#countOpenCircuits(),
        due: () => measureBacklog(system, clock.now()),
      }),
    ];
    this.#dispatcher.start();
    this.#recoveries.start();
  }

  /** Starts nothing new; requests in flight get 5 s to finish, results 1.5 s to be written. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    const giveUpAt = performance.now() + shutdownGraceMillis;
    await Promise.all([this.#recoveries.stop(), this.#dispatcher.stop(giveUpAt)]);
    await this.#results.flushed(performance.now() + flushTimeoutMillis);
    await this.#handOffs.flushed();
    await Promise.all(this.#evaluations);
  }

  #countOpenCircuits(): number {
    const nowMs = this.#context.clock.now().getTime();
    return this.#dispatcher.scheduler.lanes.filter(({ circuit }) => circuitState(circuit, nowMs) === 'open')
      .length;
  }

  #circuitOf(endpointId: string) {
    const circuit = this.#dispatcher.scheduler.find(endpointId)?.circuit;
    return {
      circuit_opened: circuit?.opened ?? 0,
      circuit_until: circuit?.untilMs == null ? null : new Date(circuit.untilMs),
    };
  }

  #onWritten(records: readonly AttemptRecord[], health: readonly WrittenHealth[]): void {
    for (const { endpoint_id, account_id, reason, manual } of records) {
      const lane = this.#dispatcher.scheduler.find(endpoint_id);
      if (lane) lane.unwritten -= 1;
      this.#context.changes.announce({ account_id, endpoint_id, kind: 'delivery' });
      if (reason === 'gone' && !manual)
        this.#evaluate(account_id, endpoint_id, () => disable(this.#context, endpoint_id, 'gone', null));
    }
    for (const each of health)
      if (each.failuresInARow > 0)
        this.#evaluate(each.accountId, each.endpointId, () => evaluateEndpointHealth(this.#context, each));
  }

  /** Runs in the background. If it fails, the next failure of the endpoint triggers another evaluation. */
  #evaluate(account_id: string, endpoint_id: string, change: () => Promise<boolean>): void {
    const { changes, log } = this.#context;
    const evaluation = change()
      .then((isChanged) => {
        if (isChanged) changes.announce({ account_id, endpoint_id, kind: 'endpoint' });
      })
      .catch((error: unknown) =>
        log.error({ err: error, endpoint: endpoint_id }, 'failed to evaluate endpoint health'),
      )
      .finally(() => this.#evaluations.delete(evaluation));
    this.#evaluations.add(evaluation);
  }
}
