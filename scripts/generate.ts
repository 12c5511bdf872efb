// `npm run generate`: writes what is made from code and committed. `npm run generate -- --check` compares instead and
// fails when a file is stale. Names choose among them: `npm run generate -- openapi errors`.
import { readFile, writeFile } from 'node:fs/promises';
import { generateDatabaseTypes } from './generate/database-types.ts';
import { generateErrorDocs } from './generate/error-docs.ts';
import { generateOpenApi, generateOperatorApi } from './generate/openapi.ts';
import { generatePageTokens } from './generate/page-tokens.ts';
import { generateSdkResources } from './generate/sdk-resources.ts';
import { generateSdkTypes } from './generate/sdk-types.ts';

const root = new URL('../', import.meta.url);

const outputs = {
  openapi: { path: 'openapi/openapi.json', generate: generateOpenApi },
  operator: { path: 'openapi/operator.json', generate: generateOperatorApi },
  errors: { path: 'docs/errors.md', generate: generateErrorDocs },
  database: { path: 'src/db/schema.generated.ts', generate: generateDatabaseTypes },
  tokens: { path: 'web/ui/tokens.generated.css', generate: generatePageTokens },
  // What follows is made from openapi.json as it lies there.
  'sdk-types': { path: 'packages/sdk/src/api.generated.ts', generate: generateSdkTypes },
  'sdk-resources': { path: 'packages/sdk/src/resources.generated.ts', generate: generateSdkResources },
};
type Name = keyof typeof outputs;
const names = Object.keys(outputs) as Name[];

const isChecking = process.argv.includes('--check');
const given = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = given.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`Nothing is called ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}

for (const name of names.filter((known) => given.length === 0 || given.includes(known))) {
  const { path, generate } = outputs[name];
  const file = new URL(path, root);
  const made = await generate();
  const present = await readFile(file, 'utf8').catch(() => null);
  if (made === present) continue;
  if (isChecking) {
    console.error(
      `${path} is stale: run \`npm run generate\` and commit it with the change that made it so.`,
    );
    process.exitCode = 1;
  } else {
    await writeFile(file, made);
    console.log(`wrote ${path}`);
  }
}
