// The example in docs/cancellation-fees.md can be set unchanged and shows every field, and every field is explained.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cancellationPolicyDocument,
  parseCancellationPolicy,
} from '../../src/domain/booking/cancellation-policy-document.ts';

const guide = readFileSync(new URL('../../docs/cancellation-fees.md', import.meta.url), 'utf8');
const text = /```json policy\n(.*?)```/s.exec(guide)?.[1] ?? '';
const prose = guide.replace(/```.*?```/gs, '');

describe('the guide to cancellation fees', () => {
  it('has a valid example that is exported unchanged', () => {
    const parsed = parseCancellationPolicy(JSON.parse(text));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    expect(cancellationPolicyDocument(parsed.value)).toEqual(JSON.parse(text));
  });

  it.each(['from', 'notice_minutes', 'percent', 'cents', 'min_cents', 'max_cents'])(
    'shows and explains %s',
    (field) => {
      expect(text).toContain(`"${field}"`);
      expect(prose).toContain(`\`${field}\``);
    },
  );

  it.each(['notice', 'crew_assigned', 'crew_departed', 'crew_arrived'])('explains %s', (start) => {
    expect(prose).toContain(`| \`${start}\` |`);
  });
});
