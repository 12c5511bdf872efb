// docs/security: commands, variables, files, links and algorithms that the documents name exist, and nothing that they rule out
// is in the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../scripts/support/requirement-table.ts';
import { addAdminCommands } from '../../src/cli/admin-commands.ts';
import { addServeCommand } from '../../src/cli/serve-command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const documents = readdirSync(`${root}docs/security`)
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/security/${name}`);

/** Files below a folder, by path from the root. */
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => pattern.test(path) && !/(^|\/)(node_modules|dist)\//.test(path));
const sources = filesIn('src', /\.ts$/).filter((path) => !path.endsWith('.test.ts'));

/** Arguments of every `waybill …` in code, without placeholders. */
function commandsIn(text: string): string[][] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/^([^`|\n]+)$/gm)];
  return spans
    .flatMap(([, code = '']) => [...code.matchAll(/(?:^|\s)waybill ((?:[a-z-]+(?: |$))+[^#|]*)/g)])
    .map(([, words = '']) => words.trim().split(/\s+/));
}

const program = new Command('waybill');
for (const add of [addAdminCommands, addServeCommand]) add(program);

function unknownPart(words: readonly string[]): string | undefined {
  let command = program;
  for (const word of words) {
    const options = command.options.flatMap(({ long }) => long ?? []);
    if (word.startsWith('--')) {
      if (!options.includes(word)) return word;
    } else if (command.commands.length > 0) {
      const next = command.commands.find((each) => each.name() === word);
      if (!next) return word;
      command = next;
    }
  }
  return undefined;
}

describe('the security documents', () => {
  it('name existing commands, variables, files and alerts', () => {
    const configuration = ['docs/configuration.md', 'deploy/haproxy.cfg', 'deploy/Caddyfile']
      .map(read)
      .join('\n');
    const alerts = read('deploy/alerts.yml');
    const wrong = documents.flatMap((path) => {
      const text = read(path).replaceAll(/<!--.*?-->/gs, '');
      const commands = commandsIn(text).flatMap((words) => {
        const unknown = unknownPart(words);
        return unknown === undefined ? [] : [`waybill ${words.join(' ')}: ${unknown}`];
      });
      const variables = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b[^`]*`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !configuration.includes(name));
      const files = [...text.matchAll(/`((?:src|test|deploy|docs|scripts|migrations)\/[^`\s]+)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !existsSync(`${root}${name}`));
      const missingAlerts = [...text.matchAll(/`(Waybill[A-Z]\w+)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !alerts.includes(`alert: ${name}\n`));
      return [...commands, ...variables, ...files, ...missingAlerts].map((each) => `${path}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it('state how soon vulnerable and old components are updated', () => {
    const [, updates = ''] = /^## Updates\n(.*?)^## /ms.exec(read('docs/security/hardening.md')) ?? [];
    const rows = updates.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what'));
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const row of rows) expect(row).toMatch(/\| (within|every) \d+ (days|months) \|$/);
    expect(updates).toContain('npm run audit');
  });

  it('list every variable that configures a connection', () => {
    const [, connections = ''] =
      /^## Connections\n(.*?)^## /ms.exec(read('docs/security/threat-model.md')) ?? [];
    const names = [...read('docs/configuration.md').matchAll(/`((?:SANDBOX_)?[A-Z0-9_]*(?:_URL|_SID))`/g)]
      .map(([, name = '']) => name)
      // The own address, a second database of the same kind, and addresses for tests.
      .filter((name) => !/^(SANDBOX_|PUBLIC_URL|STRIPE_URL|TWILIO_URL)/.test(name));
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !connections.includes(name))).toEqual([]);
  });

  it('list every log table in the inventory of logs', () => {
    const [, logs = ''] = /^## Logs\n(.*)/ms.exec(read('docs/security/data-protection.md')) ?? [];
    const [, tables = ''] =
      /^export interface DB \{\n(.*?)^\}/ms.exec(read('src/db/schema.generated.ts')) ?? [];
    const logTables = [...tables.matchAll(/^ {2}(\w+):/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /^(audit|security)_|_(log|attempt|delivery|address)$|^message$/.test(name));
    expect(logTables.length).toBeGreaterThan(4);
    expect(logTables.filter((name) => !logs.includes(`\`${name}\``))).toEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
        .filter(([, target = '', anchor]) => {
          const file = target === '' ? path : normalize(join(dirname(path), target));
          if (!existsSync(`${root}${file}`)) return true;
          return anchor !== undefined && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the service', () => {
  it('uses only the algorithms of the inventory', () => {
    const calls = sources.flatMap((path) =>
      [
        ...read(path).matchAll(
          /\b(createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync)\('([^']+)'/g,
        ),
      ].map(([, name = '', algorithm = '']) => ({ path, use: `${name} ${algorithm}` })),
    );
    expect([...new Set(calls.map(({ use }) => use))].sort()).toEqual([
      'createCipheriv aes-256-gcm',
      'createDecipheriv aes-256-gcm',
      'createHash sha256',
      'createHash sha512',
      'createHmac sha1',
      'createHmac sha256',
      'hkdfSync sha256',
    ]);
    // Twilio defines its signature.
    expect(calls.filter(({ use }) => use.endsWith(' sha1')).map(({ path }) => path)).toEqual([
      'src/integrations/twilio-signature.ts',
    ]);
    const others =
      /\b(createSign|createVerify|createECDH|createDiffieHellman|pbkdf2|scrypt|generateKeyPair)(Sync)?\(/;
    expect(sources.filter((path) => others.test(read(path)))).toEqual([]);
  });

  it('uses no weak random numbers for secrets', () => {
    // Jitter of retries.
    expect(sources.filter((path) => read(path).includes('Math.random'))).toEqual([
      'src/app/background-work.ts',
    ]);
  });

  it('hides passwords while they are typed, and permits pasting and password managers', () => {
    const pages = [...filesIn('web', /\.tsx$/), ...sources];
    const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
    // The secret of an API client is generated, and no password manager stores it for this page.
    const clientSecret = 'web/portal/keys/step-up.tsx';
    const withPasswords = pages.filter(
      (path) => path !== clientSecret && /type="password"|-password"/.test(read(path)),
    );
    expect(withPasswords.length).toBeGreaterThanOrEqual(5);
    for (const path of withPasswords) {
      const text = read(path);
      const hidden = count(text, /type="password"/g);
      expect(count(text, /auto[cC]omplete="(current|new)-password"/g), path).toBe(hidden);
    }
    expect(pages.filter((path) => /onPaste|user-select: none/.test(read(path)))).toEqual([]);
  });

  it('contains no secrets in its files', () => {
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(sk_live_\w{16}|AKIA[0-9A-Z]{16}|xox[bp]-|ghp_\w{36})|\bwb_production_(at|secret)_[\w-]{43}/;
    const folders = ['src', 'web', 'packages', 'scripts', 'deploy', 'docs', 'bin', 'migrations', 'examples'];
    const files = folders.flatMap((folder) =>
      filesIn(folder, /\.(tsx?|mjs|js|json|ya?ml|cfg|md|sql|sh|env)$/),
    );
    expect(files.length).toBeGreaterThan(1_000);
    const shipped = files.filter((path) => !/\.test\.tsx?$/.test(path));
    expect(shipped.filter((path) => secret.test(read(path)))).toEqual([]);
  });

  it('contains no source control metadata, tests or secrets in its image', () => {
    const stages = read('deploy/Dockerfile').split(/^FROM /m);
    const copied = [...(stages.at(-1) ?? '').matchAll(/^COPY .*?\/waybill\/(\S+)/gm)].map(
      ([, path = '']) => path,
    );
    expect(copied).toEqual([
      'package.json',
      'node_modules',
      'packages',
      'dist',
      'bin',
      'migrations',
      'reference-data',
    ]);
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const path of ['.git', 'data', '.env']) expect(ignored).toContain(path);
    expect(stages.at(-1)).toMatch(/^USER node$/m);
  });
});
