// Applies the stored theme and language before the first paint. Classic script: it runs before the page is drawn, while
// the modules still load. The keys are those of ui/theme.ts and ui/language.ts, which take over with the page.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('waybill-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const language = localStorage.getItem('waybill-language');
  const isInUrl = /[?&]lang=(en|es)(&|$)/.test(location.search);
  if (!isInUrl && (language === 'en' || language === 'es')) root.lang = language;
} catch {
  // Storage is blocked: the theme of the system and the language of the server apply.
}
