// Runs dependency-cruiser under a root (default: the repository) and prints every import that breaks a rule. The rules
// are in .dependency-cruiser.cjs, their data in architecture.cjs.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const root = resolve(process.argv[2] ?? repository);
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

const roots = ['src', 'test', 'bench', 'scripts', 'web', 'packages', 'examples'];
const folders = roots.filter((name) => existsSync(`${root}/${name}`));
const { output } = await cruise(folders, {
  ...options,
  baseDir: root,
  ruleSet: { forbidden },
  validate: true,
});

const reasons = new Map(forbidden.map((rule) => [rule.name, rule.comment]));
for (const { from, to, rule, cycle, via } of output.summary.violations) {
  const chain = (cycle ?? via)?.map((step) => step.name);
  console.log(`${from} → ${chain?.join(' → ') ?? to}\n    ${rule.name}: ${reasons.get(rule.name)}`);
}
process.exitCode = output.summary.error > 0 ? 1 : 0;
