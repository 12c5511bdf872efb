// The report for CI systems: JUnit XML with one test suite per section.
import type { HttpClient } from '../http-client.ts';
import type { CheckResult } from '../run-checks.ts';
import { detailsOf, summarize } from './result-details.ts';

export function junitReport(results: readonly CheckResult[], client: HttpClient, startedAt: Date): string {
  const sections = [...new Set(results.map(({ section }) => section))];
  const suites = sections.map((section) => {
    const own = results.filter((result) => result.section === section);
    const cases = own.map((result) => testCase(result, client)).join('\n');
    const attributes = { name: section, ...counts(own), timestamp: startedAt.toISOString().slice(0, 19) };
    return `  <testsuite${write(attributes)}>\n${cases}\n  </testsuite>`;
  });
  const attributes = { name: 'waybill-partner conformance', ...counts(results) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${write(attributes)}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function counts(results: readonly CheckResult[]) {
  const { failed, notRun } = summarize(results);
  const millis = results.reduce((sum, each) => sum + each.millis, 0);
  return { tests: results.length, failures: failed, errors: 0, skipped: notRun, time: seconds(millis) };
}

function testCase(result: CheckResult, client: HttpClient): string {
  const { check, status, millis } = result;
  const [group = check.id] = check.id.split('.');
  const attributes = {
    classname: `conformance.${group}`,
    name: `${check.id}: ${check.title}`,
    time: seconds(millis),
  };
  const open = `    <testcase${write(attributes)}`;
  if (status === 'passed') return `${open}/>`;
  const details = detailsOf(result, client);
  if (status === 'not run') return `${open}><skipped${write({ message: details.reason ?? '' })}/></testcase>`;
  const message = details.expected
    ? `expected ${details.expected}, got ${details.actual ?? 'nothing'}`
    : (details.reason ?? '');
  const text = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
  return `${open}><failure${write({ message, type: 'Mismatch' })}>${escapeXml(text)}</failure></testcase>`;
}

const seconds = (millis: number) => (millis / 1_000).toFixed(3);

function write(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replace(/[\n\t]/g, ' ')}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no form for most control characters and for half surrogate pairs: they become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => ('\t\n\r'.includes(character) ? character : '\ufffd'))
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
