// Code samples of an operation: curl, TypeScript and Python. All send the same request, which the tests validate against
// the description. The partner API has an SDK; TypeScript for the operator API uses fetch.
import { authenticationOf, exampleOf, GENERIC_EXAMPLE, sampledBody, successesOf } from './description.mjs';
import { javaScriptText, jsonText, pythonText } from './literals.mjs';

const VENDOR_TYPE = 'application/vnd.service+json; version=2';

/** Body of the request: JSON if the operation accepts it, else a file. */
function bodyOf(document, operation) {
  const body = sampledBody(operation);
  if (!body) return null;
  const isFile = body.type !== 'application/json';
  return { type: body.type, isFile, value: isFile ? null : exampleOf(document, body) };
}

function requestOf(document, operation) {
  const parameters = (place) =>
    operation.parameters
      .filter((each) => each.in === place && (each.required || place === 'path'))
      .map((each) => [each.name, exampleOf(document, each)]);
  const body = bodyOf(document, operation);
  const key = operation.parameters.find(({ name }) => name === 'Idempotency-Key');
  const isVersioned = successesOf(operation).some(({ content }) =>
    Object.keys(content ?? {}).some((type) => type.startsWith('application/vnd.')),
  );
  const path = Object.fromEntries(parameters('path'));
  const query = new URLSearchParams(parameters('query').map(([name, value]) => [name, String(value)]));
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
  return {
    method: operation.method,
    address: query.size > 0 ? `${address}?${query}` : address,
    path: parameters('path'),
    query: parameters('query'),
    needsToken: authenticationOf(operation) !== 'none',
    headers: {
      ...(isVersioned && { Accept: VENDOR_TYPE }),
      ...(body && { 'Content-Type': body.type }),
      ...(key && { 'Idempotency-Key': exampleOf(document, key) }),
    },
    body,
  };
}

const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlSample({ method, address, needsToken, headers, body }) {
  const implied = body ? 'POST' : 'GET';
  const data =
    body && (body.isFile ? '--data-binary @photo.jpg' : `-d ${shellQuoted(jsonText(body.value, '  '))}`);
  return [
    `curl ${method === implied ? '' : `-X ${method} `}"$WAYBILL_BASE_URL${address}"`,
    needsToken && '-H "Authorization: Bearer $WAYBILL_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    data,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

const sdkHead = `import { Waybill } from '@waybill/sdk';

const waybill = new Waybill({
  baseUrl: process.env.WAYBILL_BASE_URL ?? '',
  clientId: process.env.WAYBILL_CLIENT_ID ?? '',
  clientSecret: process.env.WAYBILL_CLIENT_SECRET ?? '',
});
`;

function sdkSample(operation, { path, query, body }) {
  const inputs = [
    ...path.map(([, value]) => javaScriptText(value)),
    body && javaScriptText(body.value),
    query.length > 0 && javaScriptText(Object.fromEntries(query)),
  ].filter(Boolean);
  const call = `waybill.${operation.operationId}(${inputs.join(', ')})`;
  const isPaged = operation.parameters.some(({ name }) => name === 'after');
  const isEmpty = successesOf(operation).every(({ content }) => content === undefined);
  if (isPaged) return `${sdkHead}\nfor await (const item of ${call}) {\n  console.log(item);\n}`;
  return `${sdkHead}\n${isEmpty ? `await ${call};` : `const result = await ${call};\nconsole.log(result);`}`;
}

/** What reads the response: JSON, text, bytes or nothing. */
function responseKind(operation) {
  const [type] = Object.keys(successesOf(operation)[0]?.content ?? {});
  if (type === undefined) return 'empty';
  if (type.includes('json')) return 'json';
  return type.startsWith('text/') ? 'text' : 'bytes';
}

const fetchReaders = {
  json: 'console.log(await response.json());',
  text: 'console.log(await response.text());',
  bytes: "await writeFile('download', new Uint8Array(await response.arrayBuffer()));",
  empty: 'console.log(response.status);',
};

function fetchSample(operation, { method, address, needsToken, headers, body }) {
  const rows = [
    ...(needsToken ? [`Authorization: \`Bearer \${process.env.WAYBILL_TOKEN}\`,`] : []),
    ...Object.entries(headers).map(([name, value]) => `${javaScriptText({ [name]: value }).slice(2, -2)},`),
  ];
  const content =
    body &&
    (body.isFile ? "await readFile('photo.jpg')" : `JSON.stringify(${javaScriptText(body.value, '  ')})`);
  const options = [
    method !== 'GET' && `  method: '${method}',`,
    rows.length > 0 && `  headers: {\n${rows.map((row) => `    ${row}`).join('\n')}\n  },`,
    content && `  body: ${content},`,
  ].filter(Boolean);
  const kind = responseKind(operation);
  const fileFunctions = [body?.isFile && 'readFile', kind === 'bytes' && 'writeFile'].filter(Boolean);
  const url = `\`\${process.env.WAYBILL_BASE_URL}${address}\``;
  const call = options.length > 0 ? `fetch(${url}, {\n${options.join('\n')}\n})` : `fetch(${url})`;
  return [
    ...(fileFunctions.length > 0
      ? [`import { ${fileFunctions.join(', ')} } from 'node:fs/promises';\n`]
      : []),
    `const response = await ${call};`,
    'if (!response.ok) throw new Error(await response.text());',
    fetchReaders[kind],
  ].join('\n');
}

const pythonReaders = {
  json: 'print(json.load(response))',
  text: 'print(response.read().decode())',
  bytes: 'open("download", "wb").write(response.read())',
  empty: 'print(response.status)',
};

function pythonSample(operation, { method, address, needsToken, headers, body }) {
  const kind = responseKind(operation);
  const rows = [
    ...(needsToken ? ['"Authorization": "Bearer " + os.environ["WAYBILL_TOKEN"],'] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const data =
    body &&
    (body.isFile
      ? 'open("photo.jpg", "rb").read()'
      : `json.dumps(${pythonText(body.value, '    ')}).encode()`);
  const modules = [...(kind === 'json' || (body && !body.isFile) ? ['json'] : []), 'os', 'urllib.request'];
  return [
    ...modules.map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    os.environ["WAYBILL_BASE_URL"] + ${JSON.stringify(address)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(rows.length > 0 ? ['    headers={', ...rows.map((row) => `        ${row}`), '    },'] : []),
    ...(data ? [`    data=${data},`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    ${pythonReaders[kind]}`,
  ].join('\n');
}

const verifyTypeScript = `import { webhooks } from '@waybill/sdk';

// body: the raw text of the request, before any parsing.
export async function receive(body: string, headers: Headers) {
  const secret = process.env.WAYBILL_WEBHOOK_SECRET ?? '';
  const event = await webhooks.verify(body, headers, secret);
  if (event.type === 'TYPE') console.log(event.data);
}`;

const verifyPython = `import base64
import hashlib
import hmac
import json
import os
import time


# body: the raw bytes of the request, before any parsing.
def receive(body, headers):
    secret = os.environ["WAYBILL_WEBHOOK_SECRET"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The webhook is too old.")
    signed = f'{headers["webhook-id"]}.{timestamp}.'.encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(expected, each) for each in signatures):
        raise ValueError("No signature matches.")
    event = json.loads(body)
    if event["type"] == "TYPE":
        print(event["data"])`;

/** Samples by language, in the order of the tabs. */
export function samplesOf(document, operation) {
  if (operation.kind === 'event')
    return [
      { id: 'typescript', label: 'TypeScript', code: verifyTypeScript.replace('TYPE', operation.title) },
      { id: 'python', label: 'Python', code: verifyPython.replace('TYPE', operation.title) },
    ];
  const request = requestOf(document, operation);
  const isBrowserPage = successesOf(operation).some(({ content }) => 'text/html' in (content ?? {}));
  const isPartner = 'oauth' in document.components.securitySchemes;
  const typeScript =
    isPartner && !isBrowserPage ? sdkSample(operation, request) : fetchSample(operation, request);
  return [
    { id: 'curl', label: 'curl', code: curlSample(request) },
    { id: 'typescript', label: 'TypeScript', code: typeScript },
    { id: 'python', label: 'Python', code: pythonSample(operation, request) },
  ];
}

/** What "Try it" needs to build the form and the request: read by web/docs/try-it.ts. */
export function trialOf(document, operation) {
  const body = bodyOf(document, operation);
  const inputs = operation.parameters
    .filter(({ name }) => name !== 'X-CSRF-Token')
    .map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required || parameter.in === 'path',
      ...(parameter.schema.enum && { values: parameter.schema.enum }),
      example: String(exampleOf(document, parameter)).replace(new RegExp(`^${GENERIC_EXAMPLE}-*$`), ''),
    }));
  return {
    method: operation.method,
    path: operation.path,
    authentication: authenticationOf(operation),
    accept: requestOf(document, operation).headers.Accept ?? null,
    inputs,
    body: body && {
      types: body.isFile ? Object.keys(operation.requestBody.content) : [body.type],
      text: body.isFile ? null : JSON.stringify(body.value, null, 2),
    },
  };
}
