// Prometheus gauges for WAL archiving of the embedded server: point-in-time recovery needs the archived WAL after a
// backup.
import pg, { type ClientConfig } from 'pg';
import { Gauge, type Registry } from 'prom-client';

interface Archiver {
  readonly failing: boolean;
  /** Unix time in seconds, of the last archived segment or else of the reset of the statistics; null if unknown. */
  readonly lastSuccess: number | null;
}

export function registerArchiveMetrics(registry: Registry, maintenance: ClientConfig): void {
  const read = () => readArchiver(maintenance).catch(() => null);
  new Gauge({
    name: 'waybill_wal_archive_failing',
    help: '1 if the last attempt to archive a WAL segment failed, otherwise 0',
    registers: [registry],
    async collect() {
      this.set((await read())?.failing === false ? 0 : 1);
    },
  });
  new Gauge({
    name: 'waybill_wal_archive_last_success_timestamp_seconds',
    help: 'Unix time at which a WAL segment was last archived',
    registers: [registry],
    async collect() {
      const lastSuccess = (await read())?.lastSuccess;
      if (lastSuccess) this.set(lastSuccess);
    },
  });
}

async function readArchiver(maintenance: ClientConfig): Promise<Archiver> {
  const client = new pg.Client({ ...maintenance, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Archiver>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
         extract(epoch from coalesce(last_archived_time, stats_reset))::float8 as "lastSuccess" from pg_stat_archiver`,
    );
    return rows[0] ?? { failing: true, lastSuccess: null };
  } finally {
    await client.end();
  }
}
