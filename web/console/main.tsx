// Entry point of the console in the browser.
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '../client/next-task.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { applyChosenTheme } from '../ui/theme.ts';
import { browserTimeZone } from '../ui/time-format.ts';
import { arrive, takeLinkToken } from './bootstrap.ts';
import { ConsoleApp } from './console-app.tsx';
import { places } from './navigation.tsx';

applyChosenTheme();
keepFocus();
void start();

/**
 * Loads the session and the code of the page in parallel, outside React, which may run effects twice. Each step is a task of
 * its own: together they would block a slow processor for too long.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('Element #root is missing.');
  const initialItem = places.find(({ path }) => location.pathname.startsWith(`/console${path}`)) ?? places[0];
  const session = arrive(takeLinkToken());
  await nextTask();
  const page = initialItem?.page.preload().catch(() => {});
  await nextTask();
  loadFonts();
  await nextTask();
  // Loads the locale data of the browser, which the page needs first of all.
  browserTimeZone();
  await nextTask();
  const arrival = Promise.all([session, page]).then(([result]) => result);
  createRoot(root).render(
    <StrictMode>
      <ConsoleApp arrival={arrival} />
    </StrictMode>,
  );
}

/** Computes the first styles and loads the fonts, with text that is never painted: half of the first frame otherwise. */
function loadFonts(): void {
  const sample = document.createElement('p');
  sample.className = 'invisible absolute';
  sample.append('Aa', document.createElement('b'), document.createElement('code'));
  for (const child of sample.children) child.append('Aa');
  document.body.append(sample);
  sample.getBoundingClientRect();
  sample.remove();
}
