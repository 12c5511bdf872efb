import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

function logged(entry: object, personalKeys: readonly string[] = []): string {
  let text = '';
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  createLogger('info', sink, personalKeys).info(entry, 'said');
  return text;
}

describe('the logger', () => {
  it('redacts secrets and personal data down to the third level', () => {
    const secrets = {
      authorization: 'canary-1',
      client_secret: 'canary-2',
      token: 'canary-3',
      email: 'canary-4',
      phone_number: 'canary-5',
    };
    const text = logged({ ...secrets, body: secrets, request: { body: secrets } });
    expect(text).not.toContain('canary');
    expect(text.match(/\[redacted\]/g)).toHaveLength(15);
  });

  it('redacts the keys that its caller names', () => {
    expect(logged({ stop: { gate: 'canary' } }, ['gate'])).not.toContain('canary');
  });

  it('logs errors without the row values that the database repeats', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(canary@example.com) already exists.',
      parameters: ['canary'],
    });
    const text = logged({ err: new Error('could not save', { cause }) });
    expect(text).not.toContain('canary');
    expect(JSON.parse(text)).toMatchObject({
      level: 'info',
      msg: 'said',
      err: { message: 'could not save', cause: { message: 'duplicate key', sqlstate: '23505' } },
    });
    expect(JSON.parse(text).err.stack).toContain('logger.test.ts');
  });

  it('keeps values with line breaks on one line, so that they cannot forge a line', () => {
    const text = logged({ path: 'x\n{"level":"error","msg":"forged"}\r\u2028' });
    expect(text.trimEnd()).not.toMatch(/[\n\r]/);
    expect(JSON.parse(text)).toMatchObject({ level: 'info', path: expect.stringContaining('forged') });
  });

  it('writes one line with a readable time and nothing about the machine', () => {
    const text = logged({ a: 1 });
    expect(text.endsWith('\n')).toBe(true);
    expect(Object.keys(JSON.parse(text))).toEqual(['level', 'time', 'a', 'msg']);
    expect(new Date(JSON.parse(text).time).getTime()).toBeGreaterThan(0);
  });
});
