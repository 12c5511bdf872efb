#!/usr/bin/env node
// The subset of curl that the guides use, for machines without curl: -s, -i, -X, -H, -d, -o /dev/null, -w.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    include: { type: 'boolean', short: 'i' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});
const headers = values.header.map((line) => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
});
const response = await fetch(positionals[0], {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  ...(values.data !== undefined && { body: values.data }),
});
const text = await response.text();
if (values.include) {
  process.stdout.write(`HTTP/1.1 ${response.status}\n`);
  for (const [name, value] of response.headers) process.stdout.write(`${name}: ${value}\n`);
  process.stdout.write('\n');
}
if (values.output === undefined) process.stdout.write(text);
process.stdout.write((values['write-out'] ?? '').replaceAll('%{http_code}', String(response.status)));
