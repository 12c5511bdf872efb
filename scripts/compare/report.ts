// Report of `npm run compare-pages`: one HTML page, the largest differences first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Difference } from './picture-difference.ts';

interface Comparison {
  readonly oldSide: string;
  readonly newSide: string;
  readonly threshold: number;
}

/** Path of the written report. */
export function writeReport(
  folder: string,
  differences: readonly Difference[],
  comparison: Comparison,
): string {
  const { oldSide, newSide, threshold } = comparison;
  const sorted = differences.toSorted((a, b) => b.percent - a.percent);
  const changed = sorted.filter(({ percent }) => percent > threshold);
  const equal = sorted.filter(({ percent }) => percent <= threshold).map(({ name }) => name);
  const title = `${changed.length} of ${sorted.length} pages differ`;
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }
.row { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; align-items: start; }
img { width: 100%; border: 1px solid #ccc; }
figure { margin: 0; }
</style>
<h1>${title}</h1>
<p>Old: ${escaped(oldSide)}. New: ${escaped(newSide)}. Threshold: ${threshold}% of the pixels of a page.</p>
${changed.map(section).join('\n')}
<h2>Within the threshold</h2>
<p>${equal.map(escaped).join(', ') || 'None'}</p>
</html>
`;
  const file = join(folder, 'index.html');
  writeFileSync(file, html);
  return file;
}

function section({ name, percent }: Difference): string {
  const figures = ['old', 'new', 'difference'].map(
    (side) =>
      `<figure><figcaption>${side}</figcaption><a href="${side}/${name}.png"><img loading="lazy" src="${side}/${name}.png" alt="${name}, ${side}"></a></figure>`,
  );
  return `<h2>${escaped(name)}: ${percent.toFixed(2)}%</h2>\n<div class="row">${figures.join('')}</div>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
