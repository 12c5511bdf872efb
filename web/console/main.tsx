// Where the console begins in the browser.
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyChosenTheme } from '../ui/theme.ts';
import { arrive } from './arrive.ts';
import { ConsoleApp } from './console-app.tsx';

applyChosenTheme();
const arrival = arrive();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <ConsoleApp arrival={arrival} />
  </StrictMode>,
);
