// Entry point of the portal.
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnNewLink } from '../client/handle-new-link.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { applyChosenTheme } from '../ui/theme.ts';
import { arrive, takeLinkToken } from './entry/bootstrap.ts';
import { PortalApp } from './portal-app.tsx';

applyChosenTheme();
keepFocus();
// Outside React: StrictMode runs effects twice, and the token of a portal link works once.
const arrival = arrive(takeLinkToken());
reloadOnNewLink();

const root = document.getElementById('root');
if (root === null) throw new Error('Element #root not found.');
createRoot(root).render(
  <StrictMode>
    <PortalApp arrival={arrival} />
  </StrictMode>,
);
