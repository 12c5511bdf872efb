// The alert rules and the dashboard for operators: their queries are valid PromQL and use metrics that a process
// exports.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerArchiveMetrics } from '../../src/db/embedded/archive-metrics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { isExecutable, onPath } from '../support/debian-install.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string) => readFileSync(`${deploy}${name}`, 'utf8');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

function alertQueries(): [string, string][] {
  const rules = read('alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1);
  return rules.map((rule) => {
    const [, expr = ''] = /^ {8}expr: (?:\|\n)?([\s\S]*?)^ {8}\w/m.exec(rule) ?? [];
    return [rule.split('\n')[0] ?? '', expr];
  });
}

function dashboardQueries(): [string, string][] {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: readonly Panel[] };
  return panels.flatMap(({ title, targets }) =>
    // Grafana replaces this variable.
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '1m')]),
  );
}

function metricsIn(query: string): { metrics: string[]; faults: string[] } {
  const found: { metrics: string[]; faults: string[] } = { metrics: [], faults: [] };
  parser.parse(query).iterate({
    enter: ({ name, type, from, to, node }) => {
      if (type.isError) found.faults.push(`at ${from}: ${query.slice(from, from + 20)}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        found.metrics.push(query.slice(from, to));
    },
  });
  return found;
}

describe('alert rules and dashboard', () => {
  let test: TestApp;
  let exported: Set<string>;
  beforeAll(async () => {
    test = await startTestApp();
    collectDefaultMetrics({ register: test.metrics });
    registerArchiveMetrics(test.metrics, { ...test.connection, database: 'postgres' });
    test.app.worker.start();
    await test.anonymous.get('/health');
    const text = await test.metrics.metrics();
    const described = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    exported = new Set(
      described.flatMap(([, name = '', type]) =>
        // A histogram without observations exports no series yet.
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    // Prometheus adds this metric itself.
    exported.add('up');
  });
  afterAll(() => test.close());

  const queries = [...alertQueries(), ...dashboardQueries()];

  it('use valid PromQL and exported metrics', () => {
    expect(queries.length).toBeGreaterThan(25);
    for (const [name, query] of queries) {
      const { metrics, faults } = metricsIn(query);
      expect(faults, `${name}: ${query}`).toEqual([]);
      expect(metrics, name).not.toEqual([]);
      for (const metric of metrics) expect([...exported], `${name} uses ${metric}`).toContain(metric);
    }
  });

  it('have a runbook entry for each alert', () => {
    const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    for (const [alert] of alertQueries()) expect(guide).toContain(alert);
  });

  it('pass the promtool tests if promtool is installed', () => {
    const promtool = onPath('promtool').find(isExecutable);
    if (promtool === undefined) return;
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ])
      execFileSync(promtool, args, { cwd: deploy, stdio: 'pipe' });
  });
});
