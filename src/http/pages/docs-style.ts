// Style sheet of the documentation pages: light and dark theme, responsive, system fonts only.
import { pageTokens } from './page-tokens.ts';

export const docsStyle = `
${pageTokens}
* { box-sizing: border-box; }
html { scroll-padding-top: 7rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto,
  "Helvetica Neue", Arial, sans-serif; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .75rem; z-index: 2; padding: .4rem .8rem; background: var(--card); border-radius: 8px; }
header { position: sticky; top: 0; z-index: 1; display: flex; gap: .75rem; align-items: center; min-height: 3.5rem;
  padding: .5rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; gap: .6rem; align-items: center; color: inherit; font-weight: 650; text-decoration: none; }
.badge { padding: .05rem .6rem; border: 1px solid currentColor; border-radius: 1rem; color: var(--muted); font-size: .75rem;
  font-weight: 600; text-transform: capitalize; }
.badge-sandbox { color: var(--signal); }
header nav { display: flex; align-items: center; gap: 1.1rem; margin-left: auto; font-size: .95rem; }
header nav a { padding: .35rem 0; color: inherit; text-decoration: none; }
header nav a:hover { text-decoration: underline; }
header nav [aria-current] { font-weight: 650; }
.theme { flex: none; width: 2.25rem; height: 2.25rem; padding: 0; border: 1px solid var(--line); border-radius: 8px; background: none;
  color: inherit; font: 1rem/1 system-ui, sans-serif; cursor: pointer; }
.theme:hover { background: var(--hover); }
.search { position: relative; flex: 0 1 18rem; margin-left: .5rem; min-width: 0; }
.search input { width: 100%; min-height: 2.25rem; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--paper); color: inherit; font: inherit; font-size: .92rem; }
.results { position: absolute; top: calc(100% + .4rem); right: 0; width: min(34rem, calc(100vw - 2.5rem)); max-height: 70vh;
  overflow-y: auto; padding: .4rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: 0 8px 30px rgb(0 0 0 / .18); }
.results .status { margin: .2rem .6rem .4rem; color: var(--muted); font-size: .8rem; }
.results ul { margin: 0; padding: 0; list-style: none; }
.results a { display: block; padding: .5rem .6rem; border-radius: 6px; color: inherit; text-decoration: none; }
.results a:is(:hover, :focus-visible) { background: var(--hover); }
.results small { margin-left: .6rem; color: var(--muted); }
.results span { display: block; color: var(--muted); font-size: .87rem; line-height: 1.45; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
main { min-width: 0; max-width: 50rem; padding: 1.75rem 1.25rem 5rem; }
.side, .toc { display: none; }
.menu { margin: 1rem 1.25rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.menu summary { padding: .7rem 1rem; font-weight: 600; cursor: pointer; }
.menu nav { padding: 0 1rem 1rem; }
.side nav h2, .menu nav h2, .toc h2 { margin: 1.4rem 0 .35rem; color: var(--muted); font-size: .75rem; font-weight: 650;
  letter-spacing: .06em; text-transform: uppercase; }
.side ul, .menu ul, .toc ul { margin: 0; padding: 0; list-style: none; }
.side li a, .menu li a { display: block; padding: .3rem .6rem; margin: 0 -.6rem; border-radius: 6px; color: inherit;
  font-size: .94rem; text-decoration: none; }
.side li a:hover, .menu li a:hover { background: var(--hover); }
[aria-current="page"] { background: var(--tint) !important; color: var(--accent) !important; font-weight: 600; }
.toc li a { display: block; padding: .25rem 0; color: var(--muted); font-size: .87rem; text-decoration: none; }
.toc li a:hover { color: var(--ink); }
.toc p { margin: 1.2rem 0 0; font-size: .82rem; }
main h1 { margin: 0 0 .9rem; font-size: clamp(1.7rem, 5vw, 2.2rem); line-height: 1.15; letter-spacing: -.015em; }
main h2 { margin: 2.6rem 0 .6rem; font-size: 1.35rem; line-height: 1.3; }
main h3 { margin: 1.8rem 0 .4rem; font-size: 1.05rem; }
main :is(h2, h3) a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
main :is(h2, h3) a:hover::after { content: " #"; color: var(--accent); }
main p, main ul, main ol { margin: .75rem 0; }
main li { margin: .3rem 0; }
h3:target, h3:target + p, h3:target + p + p { margin-bottom: 0; padding: .35rem .9rem; border-left: 4px solid var(--accent);
  background: var(--tint); }
h3:target + p, h3:target + p + p { margin-top: 0; padding-top: 0; }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
:is(p, li, td, th) code { padding: .1em .32em; background: var(--tint); border-radius: 4px; overflow-wrap: anywhere; }
.code { margin: 1.1rem 0; overflow: hidden; background: var(--code); border: 1px solid var(--line); border-radius: 10px; }
.code figcaption { display: flex; justify-content: space-between; align-items: center; min-height: 2.2rem; padding: 0 .4rem 0 .9rem;
  border-bottom: 1px solid var(--line); color: var(--muted); font: 600 .75rem ui-monospace, SFMono-Regular, Menlo, monospace; }
.code button { min-height: 1.75rem; padding: 0 .7rem; border: 0; border-radius: 6px; background: none; color: var(--accent);
  font: 600 .78rem system-ui, sans-serif; cursor: pointer; }
.code button:hover { background: var(--hover); }
/* A shadow at the edge behind which a line continues: covers that move with the text hide it at the ends. */
pre { margin: 0; padding: .9rem; overflow-x: auto; font-size: .88rem; line-height: 1.55; scrollbar-width: thin;
  background: linear-gradient(90deg, var(--code) 40%, transparent) left / 2rem 100% no-repeat local,
  linear-gradient(270deg, var(--code) 40%, transparent) right / 2rem 100% no-repeat local,
  linear-gradient(90deg, rgb(0 0 0 / .22), transparent) left / .8rem 100% no-repeat scroll,
  linear-gradient(270deg, rgb(0 0 0 / .22), transparent) right / .8rem 100% no-repeat scroll; }
pre:focus-visible { outline-offset: -2px; }
.remark { color: var(--muted); font-style: italic; }
pre .string, pre .number { color: var(--signal); }
pre .word { color: var(--accent); font-weight: 600; }
pre .name { color: var(--accent); }
.table { margin: 1.1rem 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
table { width: 100%; border-collapse: collapse; font-size: .93rem; }
th, td { padding: .5rem .9rem; text-align: left; vertical-align: top; }
th { color: var(--muted); font-size: .82rem; }
tbody tr + tr, thead + tbody tr { border-top: 1px solid var(--line); }
td code, th code { overflow-wrap: break-word; }
.file { color: var(--muted); font-size: .9em; }
.neighbours { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin-top: 3.5rem; padding-top: 1.25rem;
  border-top: 1px solid var(--line); }
.neighbours a { min-width: 0; font-weight: 600; text-decoration: none; overflow-wrap: break-word; }
.neighbours a:last-child:not(:first-child), .neighbours a[rel="next"] { margin-left: auto; text-align: right; }
.neighbours small { display: block; color: var(--muted); font-weight: 400; }
.home ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .8rem; padding: 0; list-style: none; }
.home li { position: relative; margin: 0; padding: .9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  color: var(--muted); font-size: .93rem; }
.home li a { display: block; margin-bottom: .1rem; font-size: 1.02rem; font-weight: 620; text-decoration: none; }
.home li a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
.home li:hover { border-color: var(--accent); }
@media (max-width: 40rem) {
  header { flex-wrap: wrap; }
  .search { flex: 1 1 calc(100% - 3.5rem); margin: 0; }
  .results { left: 0; width: auto; max-height: 60vh; }
}
@media (max-width: 30rem) {
  header { padding-inline: 1rem; gap: .5rem; }
  header nav { gap: .8rem; }
  header nav [aria-current] { display: none; }
  .badge { padding-inline: .4rem; font-size: .7rem; }
}
@media (min-width: 56rem) {
  .columns { grid-template-columns: 15rem minmax(0, 1fr); }
  .menu { display: none; }
  .side { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto;
    padding: .4rem 1.25rem 2rem; }
  main { padding: 2.25rem 2.5rem 6rem; }
}
@media (min-width: 76rem) {
  .columns { grid-template-columns: 15rem minmax(0, 1fr) 14rem; }
  .toc { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto;
    padding: .9rem 1.25rem 2rem 0; }
}
`;
