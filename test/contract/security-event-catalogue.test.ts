// Every event of the catalogue is recorded somewhere: the list, the metric and the alerts promise it.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failedAttemptEvent, securityEventNames } from '../../src/domain/account/security-event.ts';
import { problemCatalogue } from '../../src/lib/problem-catalogue.ts';

/** Files that record events: they name the event and use the security log, themselves or through the caller. */
const recording = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      path.endsWith('.ts') && !/\.test\.ts$|-schemas\.ts$|domain\/account\/security-event\.ts$/.test(path),
  )
  .map((path) => readFileSync(`src/${path}`, 'utf8'))
  .join('\n');

/** Events that `SecurityLog.watch` derives from the error of a refused attempt. */
const derived = new Set(Object.keys(problemCatalogue).map((code) => failedAttemptEvent(code)));

describe('the catalogue of security events', () => {
  it('contains only events that are recorded somewhere', () => {
    const isRecorded = (name: string) => recording.includes(`'${name}'`);
    expect(securityEventNames.filter((name) => !derived.has(name) && !isRecorded(name))).toEqual([]);
  });
});
