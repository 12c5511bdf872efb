// collections/postman: a collection in format 2.1 and its environment.
import type { ApiDescription } from './api-description.ts';
import { type CollectionRequest, collectionRequests } from './collection-requests.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const beforeEach = [
  "pm.collectionVariables.set('tomorrow', new Date(Date.now() + 86400000).toISOString());",
  "pm.collectionVariables.set('month', new Date().toISOString().slice(0, 7));",
];

export function postmanFiles(description: ApiDescription): Record<string, string> {
  const requests = collectionRequests(description);
  const folders = description.tags.map((tag) => ({
    name: tag.name,
    description: tag.description,
    item: requests.filter(({ folder }) => folder === tag.name).map(itemOf),
  }));
  const collection = {
    info: {
      name: description.info.title,
      description:
        'Generated from openapi.json. Select the environment, enter the credentials, and run the requests in order.',
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    event: [script('prerequest', beforeEach)],
    item: folders.filter(({ item }) => item.length > 0),
  };
  const environment = {
    name: 'Waybill sandbox',
    values: [
      { key: 'base_url', value: 'http://127.0.0.1:3001', type: 'default', enabled: true },
      { key: 'client_id', value: '', type: 'default', enabled: true },
      { key: 'client_secret', value: '', type: 'secret', enabled: true },
    ],
    _postman_variable_scope: 'environment',
  };
  return {
    'postman/waybill.postman_collection.json': print(collection),
    'postman/sandbox.postman_environment.json': print(environment),
  };
}

const print = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const script = (listen: string, exec: readonly string[]) => ({
  listen,
  script: { type: 'text/javascript', exec },
});

function itemOf(request: CollectionRequest) {
  const keeps = Object.entries(request.keeps).map(
    ([name, expression]) => `pm.collectionVariables.set('${name}', ${expression});`,
  );
  return {
    name: request.name,
    event: [
      script('test', [
        `pm.test('returns ${request.status}', () => pm.response.to.have.status(${request.status}));`,
        ...(keeps.length > 0 ? ['const body = pm.response.json();', ...keeps] : []),
      ]),
    ],
    request: {
      method: request.method,
      description: request.words,
      ...(request.isOpen && { auth: { type: 'noauth' } }),
      header: headersOf(request).map(([key, value]) => ({ key, value })),
      ...(request.body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(request.body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
      url: addressOf(request.url),
    },
  };
}

function headersOf({ isKeyed, body }: CollectionRequest): [name: string, value: string][] {
  return [
    ['Accept', 'application/vnd.service+json; version=2'],
    ...(body ? ([['Content-Type', 'application/json']] as [string, string][]) : []),
    ...(isKeyed ? ([['Idempotency-Key', '{{$guid}}']] as [string, string][]) : []),
  ];
}

function addressOf(raw: string) {
  const [host = '', ...path] = raw.split('/');
  return { raw, host: [host], path };
}
