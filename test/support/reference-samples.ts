// Runs the code samples of the API reference and returns the requests that they make. curl, urlopen and fetch are
// replaced by functions that record: the samples run unchanged, and nothing is sent.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sdk = join(root, 'packages/sdk/src/sdk.ts');
const baseUrl = 'https://api.example.com';
const variables = {
  WAYBILL_BASE_URL: baseUrl,
  WAYBILL_TOKEN: 'sample-token',
  WAYBILL_CLIENT_ID: 'sample-client',
  WAYBILL_CLIENT_SECRET: 'sample-secret',
};
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface SampleRequest {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; the name of the file for a file; null without a body. */
  readonly body: unknown;
}

interface RecordedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const photo = 'photo';

function requestOf({ method, url, headers, body }: RecordedCall): SampleRequest {
  if (!url.startsWith(baseUrl)) throw new Error(`${url} is not below ${baseUrl}`);
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    address: url.slice(baseUrl.length),
    headers: Object.fromEntries(names),
    body: body === null || body === photo ? body : JSON.parse(body),
  };
}

/** A folder with the file that samples upload. */
function withFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-samples-'));
  writeFileSync(join(folder, 'photo.jpg'), photo);
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    env: { ...process.env, ...variables },
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}

export function curlRequests(samples: readonly string[]): SampleRequest[] {
  return withFolder((folder) => {
    const script = [`curl() { printf '%s\\0' "$@"; printf '\\1'; }`, ...samples].join('\n');
    writeFileSync(join(folder, 'samples.sh'), script);
    const calls = run('sh', ['samples.sh'], folder).split('\u0001').slice(0, -1);
    return calls.map((call) => requestOf(curlCall(call.split('\0').slice(0, -1))));
  });
}

function curlCall(args: readonly string[]): RecordedCall {
  let method: string | undefined;
  let url = '';
  let body: string | null = null;
  const headers: Record<string, string> = {};
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at] ?? '';
    if (!option.startsWith('-')) {
      url = option;
      continue;
    }
    at += 1;
    const value = args[at] ?? '';
    if (option === '-X') method = value;
    else if (option === '-d') body = value;
    else if (option === '--data-binary' && value === '@photo.jpg') body = photo;
    else if (option === '-H') {
      const [name = '', ...rest] = value.split(': ');
      headers[name] = rest.join(': ');
    } else throw new Error(`curl ${option} ${value}`);
  }
  return { method: method ?? (body === null ? 'GET' : 'POST'), url, headers, body };
}

const pythonRecorder = `
import io, json, sys, urllib.request
calls = []

class Response(io.BytesIO):
    status = 200

def urlopen(request):
    data = request.data
    calls.append({"method": request.get_method(), "url": request.full_url,
        "headers": dict(request.header_items()), "body": None if data is None else data.decode()})
    return Response(b"{}")

urllib.request.urlopen = urlopen
printed = sys.stdout
sys.stdout = io.StringIO()
for sample in json.load(open("samples.json")):
    exec(sample, {})
json.dump(calls, printed)
`;

export function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function pythonRequests(samples: readonly string[]): SampleRequest[] {
  return withFolder((folder) => {
    writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));
    writeFileSync(join(folder, 'record.py'), pythonRecorder);
    return (JSON.parse(run('python3', ['record.py'], folder)) as RecordedCall[]).map(requestOf);
  });
}

// The SDK gets a token first; the request of the sample is the last one. Lists have no further page.
const typeScriptRecorder = `
const answers = JSON.stringify({ data: [], next: null, previous: null, access_token: 'sample-token', token_type: 'Bearer', expires_in: null });
const calls = [];
let last;
globalThis.fetch = async (url, { method = 'GET', headers = {}, body = null } = {}) => {
  last = { method, url: String(url), headers: Object.fromEntries(new Headers(headers)), body: body === null ? null : String(body) };
  return new Response(answers, { headers: { 'content-type': 'application/json' } });
};
const log = console.log;
console.log = () => {};
for (let at = 0; at < Number(process.argv[2]); at += 1) {
  last = undefined;
  await import('./built/sample' + at + '.js');
  calls.push(last);
}
log(JSON.stringify(calls));
`;

export async function typeScriptRequests(samples: readonly string[]): Promise<SampleRequest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-samples-'));
  try {
    writeFileSync(join(folder, 'photo.jpg'), photo);
    const files = writeTypeScript(folder, samples);
    await build({
      entryPoints: files,
      outdir: join(folder, 'built'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      alias: { '@waybill/sdk': sdk },
      logLevel: 'silent',
    });
    writeFileSync(join(folder, 'record.mjs'), typeScriptRecorder);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const calls = run(process.execPath, ['record.mjs', String(samples.length)], folder);
    return (JSON.parse(calls) as RecordedCall[]).map(requestOf);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeTypeScript(folder: string, samples: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true });
  return samples.map((sample, at) => {
    const file = join(folder, `sample${at}.ts`);
    // Makes every sample a module of its own.
    writeFileSync(file, `${sample}\nexport {};\n`);
    return file;
  });
}

/** Errors of the type checker, as text; empty if all samples are correct. */
export function typeErrors(samples: readonly string[]): string {
  return withFolder((folder) => {
    writeTypeScript(folder, samples);
    const compilerOptions = {
      noPropertyAccessFromIndexSignature: false,
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@waybill/sdk': [sdk] },
    };
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    try {
      return run(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder], folder);
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error);
    }
  });
}
