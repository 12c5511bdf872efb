// Metrics of live re-planning: how often, how long, and how many bookings got another crew or time.
import { Counter, Histogram, type Registry } from 'prom-client';

export type ReplanStep = 'insertion' | 'search';
export type ReplanResult = 'applied' | 'unchanged' | 'outdated' | 'failed';
export type CountReplan = (
  step: ReplanStep,
  result: ReplanResult,
  numbers: { readonly seconds: number; readonly changes: number },
) => void;

const results: readonly ReplanResult[] = ['applied', 'unchanged', 'outdated', 'failed'];

/** The environments of one process share one registry. */
export function replanCounter(metrics: Registry, environment: string): CountReplan {
  const rounds = counterOf(metrics, {
    name: 'waybill_replans_total',
    help: 'Live re-plannings by step and result',
    labelNames: ['environment', 'step', 'result'],
  });
  const changes = counterOf(metrics, {
    name: 'waybill_replan_changes_total',
    help: 'Bookings that got another planned crew or time, or lost it, by live re-planning',
    labelNames: ['environment', 'step'],
  });
  const seconds =
    (metrics.getSingleMetric('waybill_replan_seconds') as Histogram | undefined) ??
    new Histogram({
      name: 'waybill_replan_seconds',
      help: 'Time from the read of the day to the applied plan',
      labelNames: ['environment', 'step'],
      buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [metrics],
    });
  for (const step of ['insertion', 'search'] as const) {
    changes.inc({ environment, step }, 0);
    for (const result of results) rounds.inc({ environment, step, result }, 0);
  }
  return (step, result, numbers) => {
    rounds.inc({ environment, step, result });
    changes.inc({ environment, step }, numbers.changes);
    seconds.observe({ environment, step }, numbers.seconds);
  };
}

function counterOf(
  metrics: Registry,
  configuration: { readonly name: string; readonly help: string; readonly labelNames: string[] },
): Counter {
  const existing = metrics.getSingleMetric(configuration.name) as Counter | undefined;
  return existing ?? new Counter({ ...configuration, registers: [metrics] });
}
