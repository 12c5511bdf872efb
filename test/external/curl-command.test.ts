// The curl command that the portal shows, interpreted by a real shell.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from '../../web/ui/curl-command.ts';

test('quotes arguments so that a shell passes them unchanged, including quotes and dollar signs', () => {
  const payload = `{"note":"it's $5 \\"or\\" less\\n"}`;
  const headers = { 'webhook-id': 'e-1', host: 'example.com', 'content-length': '31' };
  const command = curlCommand({ url: 'https://example.com/a?b=c&d', headers }, payload);
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(given).toEqual([
    '-i',
    'https://example.com/a?b=c&d',
    '-H',
    'webhook-id: e-1',
    '--data-raw',
    payload,
  ]);
});
