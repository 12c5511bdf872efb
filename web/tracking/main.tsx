// Entry point of the tracking page.
import '../ui/base.css';
import './tracking.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyChosenLanguage } from '../ui/language.ts';
import { applyChosenTheme } from '../ui/theme.ts';
import { fetchView } from './live-view.ts';
import { TrackingApp } from './tracking-app.tsx';
import { trackingSource } from './tracking-source.ts';

applyChosenTheme();
applyChosenLanguage();

// Rendered once with the booking: until then the page shows its first paint, from the HTML.
const source = trackingSource(location.pathname);
void fetchView(source.path).then((first) => {
  const root = document.getElementById('root');
  if (root === null) throw new Error('Element #root not found.');
  createRoot(root).render(
    <StrictMode>
      <TrackingApp source={source} first={first} />
    </StrictMode>,
  );
});
