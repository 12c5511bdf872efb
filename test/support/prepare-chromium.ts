// Global setup: Chromium for the browser tests.
export { prepareChromium as setup } from './chromium.ts';
