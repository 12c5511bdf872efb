import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('html', () => {
  it('escapes every value', () => {
    const hostile = `<script>alert("1")</script> & 'x'`;
    expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    );
  });

  it('does not escape templates and lists of templates', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${items}</ul>`)).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('renders null, undefined and false as nothing, and zero as 0', () => {
    expect(String(html`[${null}${undefined}${false}${0}]`)).toBe('[0]');
  });
});
