// docs/guides/sandbox.md lists every sandbox control and magic value, and shows each in an example. guides.test.ts runs
// the examples.
import { describe, expect, it } from 'vitest';
import { MAGIC_LOCATIONS, MAGIC_ORDER_NUMBERS } from '../../src/domain/sandbox/magic-values.ts';
import { codeOf, examplesOf, readGuide } from '../support/guide-code.ts';

const guide = readGuide('docs/guides/sandbox.md');
const description = JSON.parse(readGuide('openapi/openapi.json')) as { paths: Record<string, object> };
const examples = examplesOf(codeOf(guide, 'sh'));

describe('the sandbox guide', () => {
  it('states the output of every example', () => {
    for (const { script, promises } of examples) expect(promises, script).not.toEqual([]);
  });

  it('lists every magic value with its effect', () => {
    const rows = [...guide.matchAll(/^\| `(sandbox:[a-z_]+)` \| (.+) \|$/gm)].map(([, value, effect]) => ({
      value,
      effect,
    }));
    expect(rows).toEqual([...Object.values(MAGIC_LOCATIONS), ...Object.values(MAGIC_ORDER_NUMBERS)]);
  });

  it('shows every sandbox operation and magic value in an example', () => {
    const scripts = examples.map(({ script }) => script).join('\n');
    for (const path of Object.keys(description.paths).filter((each) => each.startsWith('/sandbox/')))
      expect(scripts).toContain(path.replace('{id}', '$ID'));
    for (const { value } of [...Object.values(MAGIC_LOCATIONS), ...Object.values(MAGIC_ORDER_NUMBERS)])
      expect(scripts).toContain(value);
  });
});
