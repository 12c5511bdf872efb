// Styles of the API references, in addition to those of all documentation pages.

export const referenceStyle = `
.columns.wide { max-width: 104rem; }
.columns.medium { max-width: 88rem; }
.operation-page { max-width: none; }
.medium > .operation-page { max-width: 62rem; }
.side .tags ul, .menu .tags ul { margin: .15rem 0 .5rem .3rem; padding-left: .8rem; border-left: 1px solid var(--line); }
.side .tags ul a, .menu .tags ul a { font-size: .87rem; line-height: 1.4; overflow-wrap: anywhere; }
.operation-page h1 code { font-size: .85em; font-weight: 650; overflow-wrap: anywhere; }
.crumbs { margin: 0 0 .4rem !important; color: var(--muted); font-size: .87rem; }
.endpoint { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 0 0 1.2rem; padding: .6rem .8rem; min-height: 3.6rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.endpoint code { overflow-wrap: anywhere; min-width: 0; }
.endpoint .try { margin-left: auto; }
.to-samples { margin: 0 0 1rem; }
.method { display: inline-block; padding: .05rem .45rem; border-radius: 5px; background: var(--tint); color: var(--accent);
  font: 650 .72rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; }
.method-post, .method-put, .method-patch { background: var(--signal-tint); color: var(--signal); }
.method-delete { background: var(--danger-tint); color: var(--danger); }
.operations { padding: 0; list-style: none; }
.operations li { display: flex; flex-wrap: wrap; gap: .1rem .8rem; justify-content: space-between; margin: 0; padding: .45rem 0;
  border-top: 1px solid var(--line); }
.operations a { font-weight: 560; overflow-wrap: anywhere; }
.operations a:target { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
.operations .event { flex-direction: column; }
.signature { color: var(--muted); font-size: .87rem; overflow-wrap: anywhere; }
.properties { padding: 0; list-style: none; }
.properties > li { margin: 0; padding: .8rem 0; border-top: 1px solid var(--line); }
.properties > li > p { margin: .25rem 0; }
.property { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
.property code { padding: 0; background: none; font-weight: 650; overflow-wrap: anywhere; }
.type, .media, .facts { color: var(--muted); font-size: .86rem; }
.required { color: var(--signal); font-size: .8rem; font-weight: 600; }
.deprecated { padding: 0 .45rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--danger); font-size: .75rem; }
ul.facts { margin: .2rem 0; padding: 0; list-style: none; }
.facts li { margin: .1rem 0; overflow-wrap: anywhere; }
.explanation details { margin: .5rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.explanation summary { padding: .4rem .8rem; color: var(--accent); font-size: .88rem; cursor: pointer; overflow-wrap: anywhere; }
.explanation details > .properties { margin: 0; padding: 0 .8rem; }
.explanation details > .properties > li:first-child { border-top-color: var(--line); }
.problems { margin: .4rem 0 0 !important; padding: 0; list-style: none; font-size: .88rem; }
.problems a, .problems code { overflow-wrap: anywhere !important; }
.message { display: block; color: var(--muted); }
.languages { display: flex; gap: .25rem; margin-bottom: -.5rem; }
.languages button, .try, .trial button { min-height: 2.25rem; padding: .2rem .9rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); color: inherit; font: inherit; font-size: .88rem; font-weight: 600; cursor: pointer; }
.languages button:hover, .try:hover, .trial button:hover { background: var(--hover); }
.languages [aria-selected="true"] { background: var(--tint); border-color: var(--accent); color: var(--accent); }
.try, .trial .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.try:hover, .trial .primary:hover { background: var(--accent-hover); }
.trial button:disabled { opacity: .6; cursor: default; }
:root:not([data-language]) .languages { display: none; }
:root[data-language="curl"] .sample:not([data-language="curl"]),
:root[data-language="typescript"] .sample:not([data-language="typescript"]),
:root[data-language="python"] .sample:not([data-language="python"]) { display: none; }
.examples pre, .trial pre { max-height: 34rem; overflow: auto; font-size: .82rem; }
h2.quiet { margin-top: 1.2rem; font-size: 1rem; }
.trial { margin: 0 0 1.5rem; padding: .4rem 1.1rem 1.1rem; background: var(--card); border: 1px solid var(--accent); border-radius: 10px; }
.trial fieldset { min-width: 0; margin: .8rem 0; padding: .2rem .9rem .6rem; border: 1px solid var(--line); border-radius: 8px; }
.trial legend { padding: 0 .3rem; font-weight: 600; font-size: .88rem; }
.trial-field { display: flex; flex-wrap: wrap; gap: .1rem .6rem; align-items: baseline; max-width: 44rem; }
.trial-field small { color: var(--muted); }
.trial :is(input, select, textarea) { flex: 1 1 100%; width: 100%; min-width: 0; min-height: 2.4rem; padding: .35rem .7rem;
  border: 1px solid var(--field-line); border-radius: 8px; background: var(--field); color: inherit; font: inherit; font-size: .92rem; }
.trial ::placeholder { color: var(--muted); opacity: 1; }
.trial textarea { font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; resize: vertical; }
.trial summary { color: var(--accent); font-size: .88rem; cursor: pointer; }
.trial-row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; justify-content: space-between; }
.trial-hint { color: var(--muted); font-size: .88rem; }
.trial-warning, .trial-notice { padding: .5rem .9rem; border-radius: 8px; background: var(--signal-tint); color: var(--signal); font-weight: 600; }
.trial-status { font-weight: 600; font-size: .92rem; overflow-wrap: anywhere; }
.trial-status:empty { display: none; }
@media (min-width: 76rem) {
  .columns.wide { grid-template-columns: 16rem minmax(0, 1fr); }
  .columns.medium { grid-template-columns: 16rem minmax(0, 1fr) 14rem; }
  .reference { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); gap: 2.5rem; align-items: start; }
  .reference > .examples { position: sticky; top: 4.5rem; max-height: calc(100vh - 5.5rem); overflow-y: auto; padding: 0 3px 1rem; }
  .reference > .examples h2 { margin-top: 0; }
  .explanation > p:first-child { margin-top: 0; }
  /* The samples stand beside the explanation: the link saves keyboard users its way. */
  .to-samples:not(:focus-within) { position: absolute; left: -100vw; }
}
@media (max-width: 40rem) {
  .operations li { flex-direction: column; }
}
@media print {
  header, .skip, .menu, .side, .toc, .neighbours, .languages, .try, .trial, .code button { display: none !important; }
  .columns, .reference { display: block !important; max-width: none; }
  .sample { display: block !important; }
  .reference > .examples { position: static; max-height: none; overflow: visible; }
  .examples pre, pre { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
  .properties > li, tr, figure { break-inside: avoid-page; }
}
`;
