// Browser script of the guides: applies the theme that the reader chose on other Waybill pages, and adds a copy button
// to code blocks. The pages work without it.

export const docsScript = `
try {
  const theme = localStorage.getItem('waybill-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
addEventListener('DOMContentLoaded', () => {
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
