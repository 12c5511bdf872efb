// `npm run generate`: writes the committed files that are generated from code. `npm run generate -- --check` compares
// instead and fails if a file is stale. Arguments select outputs: `npm run generate -- openapi errors`.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { generateCollections } from './generate/collections.ts';
import { generateConsoleTypes } from './generate/console-types.ts';
import { generateDatabaseTypes } from './generate/database-types.ts';
import { generateErrorDocs } from './generate/error-docs.ts';
import { generateOpenApi, generateOperatorApi } from './generate/openapi.ts';
import type { Page } from './generate/page-operations.ts';
import { generatePageTokens } from './generate/page-tokens.ts';
import { generatePageTypes } from './generate/page-types.ts';
import { generatePortalPartnerTypes } from './generate/portal-partner-types.ts';
import { generateSdkResources } from './generate/sdk-resources.ts';
import { generateSdkTypes } from './generate/sdk-types.ts';
import { generateAsvsTable, generateRfc9700Table } from './generate/security-tables.ts';

const root = new URL('../', import.meta.url);

const types = (page: Page) => ({
  path: `web/${page}/api.generated.ts`,
  generate: () => generatePageTypes(page),
});

const outputs = {
  openapi: { path: 'openapi/openapi.json', generate: generateOpenApi },
  operator: { path: 'openapi/operator.json', generate: generateOperatorApi },
  errors: { path: 'docs/guides/errors.md', generate: generateErrorDocs },
  asvs: { path: 'docs/security/asvs.md', generate: generateAsvsTable },
  rfc9700: { path: 'docs/security/rfc9700.md', generate: generateRfc9700Table },
  database: { path: 'src/db/schema.generated.ts', generate: generateDatabaseTypes },
  tokens: { path: 'web/ui/tokens.generated.css', generate: generatePageTokens },
  'portal-types': types('portal'),
  'crew-types': types('crew'),
  'tracking-types': types('tracking'),
  // The following outputs are generated from the committed descriptions.
  'console-types': { path: 'web/console/api.generated.ts', generate: generateConsoleTypes },
  'portal-partner-types': { path: 'web/portal/partner.generated.ts', generate: generatePortalPartnerTypes },
  'sdk-types': { path: 'packages/sdk/src/api.generated.ts', generate: generateSdkTypes },
  'sdk-resources': { path: 'packages/sdk/src/resources.generated.ts', generate: generateSdkResources },
};
// Folders that contain generated files only.
const folders = { collections: { path: 'collections/', generate: generateCollections } };
type Name = keyof typeof outputs | keyof typeof folders;
const names = [...Object.keys(outputs), ...Object.keys(folders)] as Name[];

const isChecking = process.argv.includes('--check');
const requested = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = requested.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`Unknown output ${unknown.join(', ')}. Outputs: ${names.join(', ')}.`);
  process.exit(2);
}

for (const name of names.filter((known) => requested.length === 0 || requested.includes(known))) {
  if (name in folders) await updateFolder(folders[name as keyof typeof folders]);
  else await updateFile(outputs[name as keyof typeof outputs]);
}

async function updateFile({ path, generate }: (typeof outputs)[keyof typeof outputs]): Promise<void> {
  await update(path, await generate());
}

async function updateFolder({ path, generate }: (typeof folders)[keyof typeof folders]): Promise<void> {
  const generated = await generate();
  for (const [file, text] of Object.entries(generated)) await update(path + file, text);
  const present = await readdir(new URL(path, root), { recursive: true, withFileTypes: true });
  for (const entry of present.filter((each) => each.isFile())) {
    const file = `${entry.parentPath}/${entry.name}`
      .slice(new URL(path, root).pathname.length)
      .replace(/^\//, '');
    if (!(file in generated)) await update(path + file, null);
  }
}

/** null: the file must not exist. */
async function update(path: string, generated: string | null): Promise<void> {
  const file = new URL(encodeURI(path), root);
  const present = await readFile(file, 'utf8').catch(() => null);
  if (generated === present) return;
  if (isChecking) {
    console.error(`${path} is stale: run \`npm run generate\` and commit it with the change that caused it.`);
    process.exitCode = 1;
  } else if (generated === null) {
    await rm(file);
    console.log(`removed ${path}`);
  } else {
    await mkdir(new URL('./', file), { recursive: true });
    await writeFile(file, generated);
    console.log(`wrote ${path}`);
  }
}
