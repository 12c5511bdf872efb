// Runs once before all test files of a run: what they share on this machine is made ready here.
import { prepareChromium } from './chromium.ts';

export function setup(): void {
  prepareChromium();
}
