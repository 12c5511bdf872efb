// Prometheus metrics of the connection pools. Both environments of a process share one registry.
import { Histogram, type Registry } from 'prom-client';

const metricName = 'waybill_database_pool_wait_seconds';

/** Returns the function that records waits of one pool. */
export function poolWaitObserver(
  metrics: Registry,
  labels: { readonly environment: string; readonly pool: string },
): (seconds: number) => void {
  const waits =
    (metrics.getSingleMetric(metricName) as Histogram | undefined) ??
    new Histogram({
      name: metricName,
      help: 'Time that work waited for a database connection while none was idle, in seconds',
      labelNames: ['environment', 'pool'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [metrics],
    });
  waits.zero(labels);
  return (seconds) => waits.observe(labels, seconds);
}
