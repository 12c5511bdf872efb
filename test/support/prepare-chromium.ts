// Global setup of the browser tests.
export { prepareChromium as setup } from './chromium.ts';
