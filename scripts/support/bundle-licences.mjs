// Licence texts of the packages that an esbuild bundle contains. Most licences require that their text accompanies every
// copy of the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the packages among the inputs of a bundle. */
function bundledPackages(inputs) {
  const folders = inputs.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort((a, b) => (a < b ? -1 : 1));
}

/** `metafile`: of the build; `bundle`: path of the bundle, for the first line. */
export function licencesOf(root, metafile, bundle) {
  const sections = bundledPackages(Object.keys(metafile.inputs)).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const files = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    );
    const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${bundle} contains code of these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
