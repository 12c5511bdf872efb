// The looks of the documentation pages, in light and dark, from phone to desk. System fonts: nothing is fetched elsewhere.

import { pageTokens } from './page-tokens.ts';

export const docsStyle = `
${pageTokens}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 4.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--card); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
header { position: sticky; top: 0; display: flex; gap: .75rem; align-items: center; padding: .75rem 1.25rem;
  background: var(--card); border-bottom: 1px solid var(--line); }
.home { color: inherit; font-weight: 650; text-decoration: none; }
.badge { padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--muted); font-size: .8rem; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 60vh; }
h1 { margin: .5rem 0 1rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.3rem; }
h2 small { margin-left: .35rem; color: var(--muted); font: .85rem ui-monospace, monospace; }
h3 { margin: 0 0 .25rem; font-size: 1rem; }
a { color: var(--accent); text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
h3 a { text-decoration: none; overflow-wrap: anywhere; }
h3 a:hover { text-decoration: underline; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, monospace; }
p code { padding: .1em .3em; background: var(--tint); border-radius: 4px; overflow-wrap: anywhere; }
pre { margin: 1.25rem 0; padding: 1rem; overflow-x: auto; background: var(--tint); border: 1px solid var(--line);
  border-radius: 8px; }
article { padding: .9rem 1rem; margin: 0 -1rem; border-top: 1px solid var(--line); }
article:target { background: var(--tint); border-radius: 8px; }
article p { margin: 0; }
.remedy { color: var(--muted); }
`;
