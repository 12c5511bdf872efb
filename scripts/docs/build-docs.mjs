// Builds the documentation: dist/docs/guides.json with the table of contents from README.md and each guide as HTML,
// dist/docs/search.json with what can be found, the API references, and the scripts of the pages.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { buildReference } from './reference/build-reference.mjs';
import { renderGuide } from './render-guide.mjs';
import { sectionsOf } from './search-entries.mjs';

export async function buildDocs(root, folder) {
  const guides = join(root, 'docs/guides');
  const read = (name) => readFileSync(join(guides, name), 'utf8');
  const pages = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => renderGuide(basename(name, '.md'), read(name)));
  const groups = tableOfContents(read('README.md'));
  const description = (name) => JSON.parse(readFileSync(join(root, `openapi/${name}.json`), 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'guides.json'), JSON.stringify({ groups, pages }));
  const sections = pages.filter(({ slug }) => slug !== 'README').flatMap(sectionsOf);
  const partner = buildReference(description('openapi'), join(folder, 'reference'), {
    base: '/docs/reference',
    address: '/openapi.json',
  });
  const operator = buildReference(description('operator'), join(folder, 'operator'), {
    base: '/docs/operator',
    address: '/operator/openapi.json',
  });
  writeFileSync(join(folder, 'search.json'), JSON.stringify([...sections, ...partner]));
  // A deployment may serve /docs/operator to operators only: its search has a file of its own below that path.
  writeFileSync(join(folder, 'operator-search.json'), JSON.stringify(operator));
  const script = (name, format) =>
    build({
      entryPoints: [join(root, `web/docs/${name}.ts`)],
      outfile: join(folder, `${name}.js`),
      bundle: true,
      external: ['/docs/assets/*'],
      minify: true,
      format,
      target: 'es2022',
      logLevel: 'warning',
    });
  await Promise.all([script('search', 'iife'), script('reference', 'iife'), script('try-it', 'esm')]);
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
