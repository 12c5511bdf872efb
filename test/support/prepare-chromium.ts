// Global setup of the slow tests: Chromium for the browser tests.
export { prepareChromium as setup } from './chromium.ts';
