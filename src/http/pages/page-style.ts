// Style sheet of all server-rendered pages. Part of the program, so that pages and styles always have the same version.
import { pageTokens } from './page-tokens.ts';

export const pageStyle = `${pageTokens}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr auto;
  background: var(--paper) radial-gradient(circle at 1px 1px, var(--dot) 1px, transparent 1.5px) 0 0 / 22px 22px;
  color: var(--ink); line-height: 1.5; font-size: 1rem; overflow-wrap: anywhere;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
.brand { display: flex; align-items: center; gap: .625rem; padding: 1.25rem 2rem; }
.brand-mark { display: block; }
.brand-name { font-weight: 700; font-size: 1.125rem; letter-spacing: -.01em; }
.pill {
  margin-left: .25rem; padding: .125rem .625rem; border: 1px solid currentColor; border-radius: 99px;
  color: var(--signal); font-size: .8125rem; font-weight: 600;
}
main { display: grid; place-items: center; padding: 0 1rem 1rem; }
body > .fine { display: block; padding: .5rem 1.5rem 1.25rem; text-align: center; }

.card {
  width: 100%; max-width: 28rem; background: var(--card); border: 1px solid var(--line); border-radius: 1.125rem;
  box-shadow: var(--shadow);
}
.card-body { padding: 1.625rem 2rem 1.625rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.018em; font-weight: 650; text-wrap: balance; }
h1 strong { font-weight: inherit; color: var(--accent); }
h2 { margin: 1.25rem 0 .625rem; font-size: .9375rem; font-weight: 600; }
p { margin: 0; }
.lead { margin-top: .375rem; color: var(--muted); }
.lead strong { color: var(--ink); font-weight: 600; }
.muted { color: var(--muted); font-size: .875rem; }
.label { color: var(--muted); font-size: .6875rem; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; }

/* Route header, drawn like the perforated head of a shipping form. */
.route {
  position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: start;
  gap: 1rem; padding: 1.125rem 2rem 1.25rem; border-bottom: 2px dashed var(--line);
}
.route::before, .route::after {
  content: ""; position: absolute; bottom: -.6875rem; width: .6875rem; height: 1.3125rem; background: var(--paper);
  border: 1px solid var(--line);
}
.route::before { left: -1px; border-left: 0; border-radius: 0 99px 99px 0; }
.route::after { right: -1px; border-right: 0; border-radius: 99px 0 0 99px; }
.end { display: grid; line-height: 1.35; }
.end strong { font-weight: 600; }
.end .muted { font-size: .8125rem; }
.way { margin-top: 1.375rem; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.way path:first-child { stroke-dasharray: 1 6; }

.field { margin-top: 1.125rem; }
.field label { display: block; margin-bottom: .375rem; font-size: .9375rem; font-weight: 600; }
.field input {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--field-line); border-radius: .625rem;
  background: var(--field); color: inherit; font: inherit;
}
.field input[aria-invalid] { border-color: var(--danger); }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
.button {
  flex: 1; min-height: 3rem; padding: .625rem 1.125rem; border: 1px solid transparent; border-radius: .625rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.primary { flex: 2; background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
.quiet { background: transparent; border-color: var(--field-line); color: var(--ink); }
.quiet:hover { background: var(--tint); }
.button:active { transform: translateY(1px); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field input:focus-visible { outline-offset: 0; border-color: transparent; }

.icon {
  flex: none; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round;
}
.alert {
  display: flex; gap: .625rem; margin-top: 1.125rem; padding: .75rem .875rem; border-radius: .625rem;
  background: var(--danger-tint); color: var(--danger); font-size: .9375rem; font-weight: 500;
}
.alert .icon { margin-top: .0625rem; }
.fine { display: flex; gap: .5rem; color: var(--muted); font-size: .8125rem; }
.card .fine { margin-top: 1.25rem; }
.fine .icon { width: 1rem; height: 1rem; margin-top: .125rem; }
.fine strong { color: var(--ink); font-weight: 600; }

.person {
  display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 0 .75rem; margin-top: 1.25rem;
  padding: .75rem .875rem; border: 1px solid var(--line); border-radius: .75rem;
}
.avatar {
  display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--tint);
  color: var(--accent); font-weight: 700;
}
.person-name { display: grid; line-height: 1.35; }
.person-name strong { font-weight: 600; }
.link {
  grid-column: 2; justify-self: start; min-height: 1.75rem; margin-left: -.25rem; padding: 0 .25rem; border: 0; background: none;
  color: var(--muted); font: inherit; font-size: .875rem; text-align: left; cursor: pointer;
  border-radius: .25rem;
}
.link:focus-visible { outline-width: 2px; outline-offset: 0; }
.link span { color: var(--accent); font-weight: 600; text-decoration: underline; text-underline-offset: .2em; }
.permissions { display: grid; gap: .875rem; margin: 0; padding: 0; list-style: none; }
.permissions li { display: flex; gap: .75rem; }
.permissions li > span { display: grid; line-height: 1.4; }
.permissions strong { font-weight: 600; }
.permissions .icon {
  width: 1.5rem; height: 1.5rem; padding: .25rem; border-radius: 50%; background: var(--tint); color: var(--accent);
  stroke-width: 2.6;
}
.notice {
  display: flex; gap: .625rem; margin-top: 1.125rem; padding: .75rem .875rem; border-radius: .625rem;
  background: var(--tint); color: var(--accent); font-size: .9375rem; font-weight: 500;
}
.fine a { color: var(--accent); font-weight: 600; text-underline-offset: .2em; }
.part { margin-top: 1.5rem; padding-top: .25rem; border-top: 2px dashed var(--line); }
.rows { display: grid; gap: 1rem; margin: 0; padding: 0; list-style: none; }
.rows li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem .75rem; }
.row-text { display: grid; flex: 1 1 14rem; line-height: 1.4; }
.row-text strong { font-weight: 600; }
.small { flex: none; min-height: 2.75rem; padding: .25rem .875rem; }
.wide { width: 100%; margin-top: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; opacity: 0; pointer-events: none; }
.stop {
  display: grid; place-items: center; width: 3rem; height: 3rem; margin-bottom: 1.125rem; border-radius: 50%;
  background: var(--danger-tint); color: var(--danger);
}
.stop .icon { width: 1.5rem; height: 1.5rem; }
.detail { display: grid; gap: .25rem; margin-top: 1.5rem; padding-top: 1.125rem; border-top: 2px dashed var(--line); }
.detail a { color: var(--accent); font-weight: 600; text-underline-offset: .2em; }
.detail code { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--muted); }

@media (max-width: 30rem) {
  .brand { padding: 1.125rem 1.25rem; }
  main { padding: 0 .75rem .75rem; place-items: start center; }
  .card-body { padding: 1.5rem 1.25rem; }
  .route { padding: 1rem 1.25rem 1.125rem; gap: .75rem; }
  .way { width: 2.25rem; }
  h1 { font-size: 1.375rem; }
}
@media (prefers-reduced-motion: reduce) { .button:active { transform: none; } }
@media (forced-colors: active) { .primary { border-color: ButtonText; } }
`;
