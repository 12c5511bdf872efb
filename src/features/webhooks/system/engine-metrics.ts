// Prometheus metrics of the delivery engine. Both environments of a process share one registry.
import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client';
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { Attempt } from './send-delivery.ts';

export interface EngineMetrics {
  attempted(attempt: Attempt): void;
}

/** Values of the gauges, read at every scrape. */
export interface EngineGauges {
  readonly inFlight: () => number;
  readonly circuitsOpen: () => number;
  /** Number of due tasks, and the age of the oldest one. */
  readonly due: () => Promise<{ readonly tasks: number; readonly oldestSeconds: number }>;
}

const gaugesByRegistry = new WeakMap<Registry, Map<EnvironmentName, EngineGauges>>();

export function engineMetrics(registry: Registry, environment: EnvironmentName): EngineMetrics {
  const attempts = metric(registry, 'waybill_webhook_attempts_total', (name) => {
    const help = 'Webhook delivery attempts by outcome';
    return new Counter({ name, help, labelNames: ['environment', 'outcome'], registers: [registry] });
  });
  const latency = metric(registry, 'waybill_webhook_delivery_seconds', (name) => {
    const help = 'Seconds from the event to its delivery, for deliveries that succeeded at the first attempt';
    const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];
    return new Histogram({ name, help, labelNames: ['environment'], buckets, registers: [registry] });
  });
  return {
    attempted: ({ task, result, finishedAt }) => {
      attempts.inc({ environment, outcome: result.outcome });
      if (result.outcome === 'ok' && task.rank === 1 && task.trigger === 'event' && task.occurredAt)
        latency.observe({ environment }, (finishedAt.getTime() - task.occurredAt.getTime()) / 1000);
    },
  };
}

/** Registers the gauges of an engine. Returns a function to call when the engine stops. */
export function registerEngineGauges(
  registry: Registry,
  environment: EnvironmentName,
  gauges: EngineGauges,
): () => void {
  const all = gaugesByRegistry.get(registry) ?? new Map<EnvironmentName, EngineGauges>();
  gaugesByRegistry.set(registry, all.set(environment, gauges));
  const gauge = (name: string, help: string, read: (gauges: EngineGauges) => number | Promise<number>) =>
    metric(registry, name, () => {
      const collect = async () => {
        for (const [label, each] of all) metricGauge.set({ environment: label }, await read(each));
      };
      const metricGauge = new Gauge({
        name,
        help,
        labelNames: ['environment'],
        registers: [registry],
        collect,
      });
      return metricGauge;
    });
  gauge('waybill_webhook_in_flight', 'Webhook requests in flight', ({ inFlight }) => inFlight());
  gauge('waybill_webhook_circuits_open', 'Webhook endpoints whose circuit breaker is open', (each) =>
    each.circuitsOpen(),
  );
  gauge('waybill_webhook_tasks_due', 'Webhook tasks that are due', async ({ due }) => (await due()).tasks);
  gauge(
    'waybill_webhook_oldest_due_seconds',
    'Age in seconds of the oldest due webhook task that is neither leased nor paused by a circuit breaker',
    async ({ due }) => (await due()).oldestSeconds,
  );
  return () => all.delete(environment);
}

function metric<M extends Metric>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}
