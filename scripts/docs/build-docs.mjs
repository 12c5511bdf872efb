// Builds the documentation: dist/docs/guides.json with the table of contents from README.md and each guide as HTML,
// dist/docs/search.json with what can be found, and the script of the search box.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { renderGuide } from './render-guide.mjs';
import { operationsOf, sectionsOf } from './search-entries.mjs';

export async function buildDocs(root, folder) {
  const guides = join(root, 'docs/guides');
  const read = (name) => readFileSync(join(guides, name), 'utf8');
  const pages = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => renderGuide(basename(name, '.md'), read(name)));
  const groups = tableOfContents(read('README.md'));
  const api = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'guides.json'), JSON.stringify({ groups, pages }));
  const sections = pages.filter(({ slug }) => slug !== 'README').flatMap(sectionsOf);
  writeFileSync(join(folder, 'search.json'), JSON.stringify([...sections, ...operationsOf(api)]));
  await build({
    entryPoints: [join(root, 'web/docs/search.ts')],
    outfile: join(folder, 'search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}

/** Groups of entries `- [Title](slug.md): summary`. */
function tableOfContents(readme) {
  const groups = [];
  for (const line of readme.split('\n')) {
    const group = /^## (.+)$/.exec(line);
    const guide = /^- \[([^\]]+)\]\(([a-z-]+)\.md\): (.+)$/.exec(line);
    if (group) groups.push({ title: group[1], guides: [] });
    else if (guide) groups.at(-1).guides.push({ title: guide[1], slug: guide[2], summary: guide[3] });
  }
  return groups.filter(({ guides }) => guides.length > 0);
}
