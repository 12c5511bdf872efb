// Browser script of the guides: a theme switch, whose choice is that of all Waybill pages, and a copy button for code
// blocks. The pages work without it.

export const docsScript = `
try {
  const theme = localStorage.getItem('waybill-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
function addThemeSwitch(nav) {
  const root = document.documentElement;
  const preference = matchMedia('(prefers-color-scheme: dark)');
  const other = () => ((root.dataset.theme ?? (preference.matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark');
  const button = document.createElement('button');
  const show = () => {
    button.textContent = other() === 'dark' ? '☾' : '☀';
    button.ariaLabel = button.title = 'Use ' + other() + ' theme';
  };
  button.type = 'button';
  button.className = 'theme';
  button.addEventListener('click', () => {
    root.dataset.theme = other();
    try {
      localStorage.setItem('waybill-theme', root.dataset.theme);
    } catch {}
    show();
  });
  preference.addEventListener('change', show);
  show();
  nav.after(button);
}
addEventListener('DOMContentLoaded', () => {
  const nav = document.querySelector('header nav');
  if (nav) addThemeSwitch(nav);
  if (!navigator.clipboard) return;
  for (const caption of document.querySelectorAll('figure.code > figcaption')) {
    const code = caption.parentElement.querySelector('code');
    const button = document.createElement('button');
    const label = document.createElement('span');
    label.setAttribute('aria-live', 'polite');
    label.textContent = 'Copy';
    button.type = 'button';
    button.append(label);
    button.addEventListener('click', async () => {
      label.textContent = await navigator.clipboard.writeText(code.textContent).then(() => 'Copied', () => 'Copy failed');
      setTimeout(() => { label.textContent = 'Copy'; }, 2000);
    });
    caption.append(button);
  }
  // Only blocks that scroll need the focus. Hidden blocks have no size yet.
  for (const block of document.querySelectorAll('[tabindex="0"]'))
    if (block.clientWidth > 0 && block.scrollWidth <= block.clientWidth && block.scrollHeight <= block.clientHeight)
      block.removeAttribute('tabindex');
});
`;
