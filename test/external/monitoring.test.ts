// The alert rules and the dashboard for operators: their queries are valid PromQL and use metrics that a process
// exports.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { registerArchiveMetrics } from '../../src/db/embedded/archive-metrics.ts';
import { securityEventNames, securityEvents } from '../../src/domain/account/security-event.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { isExecutable, onPath } from '../support/debian-install.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string) => readFileSync(`${deploy}${name}`, 'utf8');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly {
      readonly exp_labels: Readonly<Record<string, string>>;
      readonly exp_annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

const rules: readonly Rule[] = parse(read('alerts.yml')).groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
);
const ruleTests: readonly RuleTest[] = parse(read('alerts.test.yml')).tests;

const alertQueries = () => rules.map(({ alert, expr }): [string, string] => [alert, expr]);

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

  it('name only events that are recorded, and alert about every critical one', () => {
    const named = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|')),
    );
    expect(securityEventNames).toEqual(expect.arrayContaining(named));
    const critical = securityEventNames.filter((name) => securityEvents[name].severity === 'critical');
    expect(named).toEqual(expect.arrayContaining(critical));
  });

  // promtool, which is not always installed, evaluates the cases.
  it('have a case that fires for each rule about security events and messages', () => {
    const own = rules.filter(({ expr }) => /waybill_(?:security_events|messages_not_sent)_total/.test(expr));
    expect(own.length).toBeGreaterThanOrEqual(6);
    for (const { alert, expr, labels, annotations } of own) {
      const cases = ruleTests.filter(({ alert_rule_test: checks }) =>
        checks.some(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0),
      );
      expect(cases, alert).not.toEqual([]);
      for (const { input_series, alert_rule_test } of cases) {
        expect(
          input_series.some(({ series }) => metricsIn(expr).metrics.includes(series.split('{')[0] ?? '')),
          alert,
        ).toBe(true);
        for (const { exp_labels, exp_annotations } of alert_rule_test
          .filter(({ alertname }) => alertname === alert)
          .flatMap(({ exp_alerts }) => exp_alerts)) {
          expect(exp_labels, alert).toMatchObject(labels);
          expect(exp_annotations['description'], alert).toBe(annotations['description']);
        }
      }
    }
  });

  it('come with files for Docker Compose and Prometheus that fit together', () => {
    const { services } = parse(read('compose.yaml'));
    const monitoring = parse(read('compose.monitoring.yaml')).services;
    const { rule_files, scrape_configs } = parse(read('prometheus.yml'));
    expect(rule_files).toEqual(['alerts.yml']);
    const mounted = monitoring.prometheus.volumes.map((volume: string) => volume.split(':')[0]);
    expect(mounted).toEqual(['./prometheus.yml', './alerts.yml']);
    const [target = ''] = scrape_configs[0].static_configs[0].targets;
    const [host, port] = target.split(':');
    expect(Object.keys(services)).toContain(host);
    // Another container reaches the metrics only if they do not listen on loopback.
    expect(read('Dockerfile')).toContain(`METRICS_PORT=${port} METRICS_HOST=0.0.0.0`);
    expect(monitoring.grafana.environment.GF_SECURITY_ADMIN_PASSWORD).toMatch(
      /^\$\{GRAFANA_ADMIN_PASSWORD:\?/,
    );
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
