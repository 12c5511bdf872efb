// waybill areas import | export | validate · waybill prices import | export | validate
import type { Command } from 'commander';
import {
  type DocumentKind,
  exportDocument,
  importDocument,
  validateDocument,
} from '../features/areas/system/manage-areas.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { addExceptionCommands } from './capacity-override-commands.ts';
import { readDocument, refuseFaults } from './json-document-file.ts';
import { printJson } from './print.ts';

const descriptions: Readonly<Record<DocumentKind, string>> = {
  areas: 'service areas: where, when and what is served, and how much of it',
  prices: 'price books: what each product and add-on costs in an area',
};

export function addAreaCommands(program: Command): void {
  addExceptionCommands(addDocumentCommands(program, 'areas'));
  addDocumentCommands(program, 'prices');
}

function addDocumentCommands(program: Command, kind: DocumentKind): Command {
  const group = program.command(kind).description(descriptions[kind]);
  group
    .command('import')
    .description('replace all of them by a JSON document')
    .argument('<file>', 'the document; - for standard input')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action((file: string, options: AdminOptions) => importCommand(kind, file, options));
  group
    .command('export')
    .description('print them as a JSON document that can be imported')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(async ({ environment }: AdminOptions) =>
      printJson(await withAdmin(environment, (admin) => exportDocument(admin, kind))),
    );
  group
    .command('validate')
    .description('check a JSON document without storing it')
    .argument('<file>', 'the document; - for standard input')
    .addOption(jsonOption())
    .action((file: string, options: { json?: boolean }) => validateCommand(kind, file, options));
  return group;
}

async function importCommand(
  kind: DocumentKind,
  file: string,
  { environment, json }: AdminOptions,
): Promise<void> {
  const document = await readDocument(file);
  const { faults, count, unpriced } = await withAdmin(environment, (admin, origin) =>
    importDocument(admin, kind, document, origin),
  );
  refuseFaults(faults, json);
  if (json)
    return printJson({
      imported: count,
      unpriced: unpriced.map(({ areaSlug, product }) => ({ area: areaSlug, product })),
    });
  console.log(`Imported ${count} ${kind === 'areas' ? 'service areas' : 'price books'} into ${environment}.`);
  for (const { areaSlug, product } of unpriced) {
    console.log(`warning: ${areaSlug} offers ${product}, but no price book prices it; nobody can order it.`);
  }
}

async function validateCommand(
  kind: DocumentKind,
  file: string,
  { json }: { json?: boolean },
): Promise<void> {
  refuseFaults(validateDocument(kind, await readDocument(file)), json);
  if (json) printJson({ valid: true });
  else console.log('The document is fine.');
}
