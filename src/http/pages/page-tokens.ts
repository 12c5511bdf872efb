// Color tokens of all pages, light and dark. Server-rendered pages use them directly; `npm run generate` writes them to
// a file for the pages in web/. A brand replaces `accent` and `tint`, not the colors of states: `good`, `danger`, `signal`.

export const lightTokens = {
  paper: '#f3f0e8',
  dot: '#dfd9cb',
  card: '#fffefb',
  ink: '#17231f',
  muted: '#5a6660',
  line: '#ddd7c9',
  hover: '#f8f5ed',
  code: '#f8f6f0',
  field: '#fff',
  'field-line': '#8d978f',
  accent: '#0d6b50',
  'accent-hover': '#0a5842',
  'on-accent': '#fff',
  tint: '#e6f0ea',
  good: '#0d6b50',
  'good-tint': '#e6f0ea',
  danger: '#9f2a1b',
  'danger-tint': '#fcebe6',
  signal: '#8f4507',
  'signal-tint': '#fbefdb',
  'bar-good': '#2f8f6f',
  'bar-bad': '#c9503b',
  shadow: '0 1px 2px #17231f14, 0 18px 48px -18px #17231f38',
};

export const darkTokens: typeof lightTokens = {
  paper: '#0e1412',
  dot: '#1b2521',
  card: '#161e1b',
  ink: '#eaf1ed',
  muted: '#9fb0a8',
  line: '#2b3732',
  hover: '#1b2521',
  code: '#101715',
  field: '#101715',
  'field-line': '#66776f',
  accent: '#46c79b',
  'accent-hover': '#62d6ae',
  'on-accent': '#06231a',
  tint: '#1c2f27',
  good: '#46c79b',
  'good-tint': '#1c2f27',
  danger: '#ffab9b',
  'danger-tint': '#3a1d18',
  signal: '#f5b26b',
  'signal-tint': '#33260f',
  'bar-good': '#3fae89',
  'bar-bad': '#e57f6a',
  shadow: '0 1px 2px #0006, 0 18px 48px -18px #000c',
};

function declarations(tokens: typeof lightTokens, indent: string): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${indent}--${name}: ${value};`)
    .join('\n');
}

/** Follows the reader's preference unless `data-theme` is set. The classes show a part of a page in the other theme. */
export const pageTokens = `:root,
.theme-light {
  color-scheme: light dark;
${declarations(lightTokens, '  ')}
}
:root[data-theme="light"],
.theme-light {
  color-scheme: light;
}
:root[data-theme="dark"],
.theme-dark {
  color-scheme: dark;
${declarations(darkTokens, '  ')}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
${declarations(darkTokens, '    ')}
  }
}`;
