// collections/bruno: a Bruno collection, one file per request.
import type { ApiDescription } from './api-description.ts';
import { type CollectionRequest, collectionRequests } from './collection-requests.ts';

const settings = { version: '1', name: 'Waybill Partner API', type: 'collection', ignore: [] };

const collection = `headers {
  Accept: application/vnd.service+json; version=2
}

auth {
  mode: bearer
}

auth:bearer {
  token: {{access_token}}
}

script:pre-request {
  bru.setVar('tomorrow', new Date(Date.now() + 86400000).toISOString());
  bru.setVar('month', new Date().toISOString().slice(0, 7));
  bru.setVar('idempotency_key', Date.now() + '-' + Math.random().toString(36).slice(2));
}
`;

const environment = `vars {
  base_url: http://127.0.0.1:3001
  client_id:
}
vars:secret [
  client_secret
]
`;

export function brunoFiles(description: ApiDescription): Record<string, string> {
  const requests = collectionRequests(description);
  const folders = description.tags
    .map(({ name }) => ({ name, members: requests.filter(({ folder }) => folder === name) }))
    .filter(({ members }) => members.length > 0);
  const files: Record<string, string> = {
    'bruno/bruno.json': `${JSON.stringify(settings, null, 2)}\n`,
    'bruno/collection.bru': collection,
    'bruno/environments/sandbox.bru': environment,
  };
  folders.forEach(({ name, members }, position) => {
    const folder = `bruno/${numbered(position)} ${name}`;
    files[`${folder}/folder.bru`] = block('meta', [`name: ${name}`, `seq: ${position + 1}`]);
    members.forEach((request, index) => {
      files[`${folder}/${numbered(index)} ${fileNameOf(request.name)}.bru`] = requestFile(request, index + 1);
    });
  });
  return files;
}

// Folders and files run in the order of their names.
const numbered = (index: number) => String(index + 1).padStart(2, '0');
const fileNameOf = (name: string) => name.replace(/[^A-Za-z0-9 ]/g, '');

function requestFile(request: CollectionRequest, seq: number): string {
  const { name, method, url, body, isOpen, isKeyed, status, keeps, words } = request;
  const assignments = Object.entries(keeps).map(
    ([variable, expression]) => `bru.setVar('${variable}', ${expression});`,
  );
  return [
    block('meta', [`name: ${name.replaceAll(':', ',')}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${body ? 'json' : 'none'}`,
      `auth: ${isOpen ? 'none' : 'inherit'}`,
    ]),
    ...(isKeyed ? [block('headers', ['Idempotency-Key: {{idempotency_key}}'])] : []),
    ...(body ? [block('body:json', JSON.stringify(body, null, 2).split('\n'))] : []),
    block('assert', [`res.status: eq ${status}`]),
    ...(assignments.length > 0
      ? [block('script:post-response', ['const body = res.getBody();', ...assignments])]
      : []),
    ...(words ? [block('docs', words.split('\n'))] : []),
  ].join('\n');
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`;
}
