// The report for people: one line per check, grouped by section, with the facts of each failure.
import type { HttpClient } from '../http-client.ts';
import type { CheckResult, RunResult } from '../run-checks.ts';
import { detailsOf, summarize } from './result-details.ts';

const colors = { passed: 32, failed: 31, 'not run': 33 } as const;
const signs = { passed: '✓', failed: '✗', 'not run': '-' } as const;

export interface TextReportOptions {
  readonly usesColor: boolean;
  readonly totalMillis: number;
}

export function textReport(
  { results, notRemoved }: RunResult,
  client: HttpClient,
  { usesColor, totalMillis }: TextReportOptions,
): string {
  const paint = (text: string, status: CheckResult['status']) =>
    usesColor ? `\u001b[${colors[status]}m${text}\u001b[0m` : text;
  const lines: string[] = [];
  let section = '';
  for (const result of results) {
    const { check, status, millis } = result;
    if (result.section !== section) {
      section = result.section;
      lines.push('', section);
    }
    const time = status === 'passed' && millis >= 100 ? `  (${Math.round(millis)} ms)` : '';
    lines.push(`  ${paint(signs[status], status)} ${check.id}  ${check.title}${time}`);
    if (status !== 'passed') lines.push(...detailLines(result, client));
  }
  if (notRemoved.length > 0) lines.push('', 'Not removed');
  for (const { resource, id, reason } of notRemoved)
    lines.push(`  ${id === null ? resource : `${resource} ${id}`}: ${client.mask(reason)}`);
  const { passed, failed, notRun } = summarize(results);
  const total = `${results.length} checks: ${passed} passed, ${failed} failed, ${notRun} not run.`;
  const requests = `${client.exchanges.length} requests in ${(totalMillis / 1_000).toFixed(1)} s.`;
  lines.push('', paint(`${total} ${requests}`, failed > 0 ? 'failed' : 'passed'));
  return lines.slice(1).join('\n');
}

function detailLines(result: CheckResult, client: HttpClient): string[] {
  const details = detailsOf(result, client);
  const rows: readonly (readonly [string, string | null])[] =
    result.status === 'not run'
      ? [['not run', details.reason]]
      : [
          ['stated in', details.source],
          ['reason', details.reason],
          ['expected', details.expected],
          ['got', details.actual],
          ['request', details.request],
          ['response', details.response],
          ['request id', details.request_id],
        ];
  return rows.filter(([, text]) => text !== null).map(([name, text]) => `      ${name.padEnd(11)}${text}`);
}
