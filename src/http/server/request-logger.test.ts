import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { RequestLogger } from './request-logger.ts';

function requestLogAt(level: string) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { log: new RequestLogger(createLogger(level, sink), { reqId: 'r-1' }), lines };
}

describe('RequestLogger', () => {
  it('adds the request id to lines of every level', () => {
    const { log, lines } = requestLogAt('trace');
    const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
    for (const level of levels) log[level]({ status: 200 }, 'logged');
    expect(lines).toMatchObject(levels.map((level) => ({ level, reqId: 'r-1', status: 200, msg: 'logged' })));
  });

  it('omits lines below the level', () => {
    const { log, lines } = requestLogAt('warn');
    log.info({ status: 200 }, 'request');
    log.warn('slow');
    expect(lines).toMatchObject([{ level: 'warn', reqId: 'r-1', msg: 'slow' }]);
  });

  it('redacts secrets, also in bindings', () => {
    const { log, lines } = requestLogAt('info');
    log.child({ token: 'canary' }).info({ body: { password: 'canary' } }, 'logged');
    expect(lines).toMatchObject([{ reqId: 'r-1', token: '[redacted]', body: { password: '[redacted]' } }]);
  });
});
