// Entry point of the crew page.
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnNewLink } from '../client/handle-new-link.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { applyChosenLanguage } from '../ui/language.ts';
import { applyChosenTheme } from '../ui/theme.ts';
import { CrewApp } from './crew-app.tsx';
import { OfflineModel } from './offline/offline-model.ts';
import { registerWorker } from './worker/register-worker.ts';

applyChosenTheme();
applyChosenLanguage();
keepFocus();

/** Removes the token from the URL at once, so that neither the history nor a copied URL contains it. */
function takeLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

// Outside React: StrictMode runs effects twice, and the token of a one-time link works once.
const phone = new OfflineModel();
const stopWaiting = phone.subscribe(() => {
  // Until then the page shows its first paint, from the HTML.
  if (phone.view().stage === 'loading') return;
  stopWaiting();
  render();
});
void phone.start(takeLinkToken());
reloadOnNewLink();
registerWorker();

function render(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('Element #root not found.');
  createRoot(root).render(
    <StrictMode>
      <CrewApp phone={phone} />
    </StrictMode>,
  );
}
