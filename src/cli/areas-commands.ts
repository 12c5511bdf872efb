// waybill areas import | export | validate · waybill prices import | export | validate
import type { Command } from 'commander';
import {
  type DocumentKind,
  exportDocument,
  importDocument,
  validateDocument,
} from '../features/areas/system/manage-areas.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { addCapacityOverrideCommands } from './capacity-override-commands.ts';
import { readDocument, requireNoFaults } from './json-document-file.ts';
import { printJson } from './print.ts';

const nouns: Readonly<Record<DocumentKind, string>> = { areas: 'service areas', prices: 'price books' };
const descriptions: Readonly<Record<DocumentKind, string>> = {
  areas: 'Manage service areas: regions, hours, products and capacity',
  prices: 'Manage price books: prices of products and add-ons per service area',
};

export function addAreaCommands(program: Command): void {
  addCapacityOverrideCommands(addDocumentCommands(program, 'areas'));
  addDocumentCommands(program, 'prices');
}

function addDocumentCommands(program: Command, kind: DocumentKind): Command {
  const group = program.command(kind).description(descriptions[kind]);
  group
    .command('import')
    .description(`Replace all ${nouns[kind]} with those of a JSON document`)
    .argument('<file>', 'JSON document; - reads standard input')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action((file: string, options: AdminOptions) => importCommand(kind, file, options));
  group
    .command('export')
    .description(`Print all ${nouns[kind]} as a JSON document that can be imported`)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(async ({ environment }: AdminOptions) =>
      printJson(await withAdmin(environment, (admin) => exportDocument(admin, kind))),
    );
  group
    .command('validate')
    .description('Validate a JSON document without importing it')
    .argument('<file>', 'JSON document; - reads standard input')
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
  const { faults, count, unpriced } = await withAdmin(environment, (admin, actor) =>
    importDocument(admin, kind, document, actor),
  );
  requireNoFaults(faults, json);
  if (json)
    return printJson({
      imported: count,
      unpriced: unpriced.map(({ areaSlug, product }) => ({ area: areaSlug, product })),
    });
  console.log(`Imported ${count} ${nouns[kind]} into ${environment}.`);
  for (const { areaSlug, product } of unpriced) {
    console.log(
      `warning: ${areaSlug} offers ${product}, but no price book contains it; it cannot be ordered.`,
    );
  }
}

async function validateCommand(
  kind: DocumentKind,
  file: string,
  { json }: { json?: boolean },
): Promise<void> {
  requireNoFaults(validateDocument(kind, await readDocument(file)), json);
  if (json) printJson({ valid: true });
  else console.log('The document is valid.');
}
