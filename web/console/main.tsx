// Entry point of the console in the browser.
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from '../ui/keep-focus.ts';
import { applyChosenTheme } from '../ui/theme.ts';
import { arrive, takeLinkToken } from './bootstrap.ts';
import { ConsoleApp } from './console-app.tsx';
import { places } from './navigation.tsx';

applyChosenTheme();
keepFocus();
// Runs outside React, which may run effects twice. Loads the session and the code of the page in parallel.
const initialItem = places.find(({ path }) => location.pathname.startsWith(`/console${path}`)) ?? places[0];
const preloaded = initialItem?.page.preload().catch(() => {});
const arrival = Promise.all([arrive(takeLinkToken()), preloaded]).then(([result]) => result);

const root = document.getElementById('root');
if (root === null) throw new Error('Element #root is missing.');
createRoot(root).render(
  <StrictMode>
    <ConsoleApp arrival={arrival} />
  </StrictMode>,
);
