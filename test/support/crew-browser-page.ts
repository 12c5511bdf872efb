// Crew page in a phone-sized browser page, signed in with a link.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { refusalMessages } from '../../web/crew/day/refusal-messages.ts';
import { stopMessages } from '../../web/crew/day/stop-messages.ts';
import { messagesByLanguage } from '../../web/crew/messages.ts';
import { HOLD_MS } from '../../web/crew/offline/step-hold.ts';
import { signInMessages } from '../../web/crew/sign-in/sign-in-messages.ts';
import { BrowserPage } from './browser-page.ts';
import { type CrewEnvironment, cameraPhoto, smallPhone } from './crew-environment.ts';
import { type OfflineNetwork, startOfflineNetwork } from './offline-network.ts';

const englishWords = [messagesByLanguage.en, refusalMessages.en, signInMessages.en, stopMessages.en]
  .flatMap((texts): string[] => Object.values(texts))
  .flatMap((text) => text.split(/\{\w+\}/))
  .map((text) =>
    text
      .trim()
      .replace(/^[.,:()·]+|[.,:()·]+$/g, '')
      .trim(),
  )
  .filter((text) => /[a-z]{3}/i.test(text));

export class CrewBrowserPage extends BrowserPage {
  readonly #line: OfflineNetwork;

  private constructor(context: BrowserContext, page: Page, baseUrl: string, line: OfflineNetwork) {
    super(context, page, baseUrl);
    this.#line = line;
  }

  static async enter(
    browser: Browser,
    stage: CrewEnvironment,
    memberId: string,
    options: BrowserContextOptions = {},
  ): Promise<CrewBrowserPage> {
    const line = await startOfflineNetwork();
    const context = await browser.newContext({ ...smallPhone, proxy: { server: line.server }, ...options });
    // A service worker would keep the real time.
    if (options.serviceWorkers === 'block') await context.clock.install();
    const window = new CrewBrowserPage(context, await context.newPage(), stage.test.baseUrl, line);
    await window.watch();
    await window.page.goto(await stage.linkFor(memberId));
    await window.page.getByRole('button', { name: /^(Sign out|Cerrar sesión)$/ }).waitFor();
    await window.settled();
    return window;
  }

  /** The browser is offline, and so is its service worker, even if it starts later. */
  async goOffline(): Promise<void> {
    this.#line.cut();
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    this.#line.restore();
    await this.context.setOffline(false);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#line.close();
  }

  tap(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).tap();
  }

  /** Taps, and lets the time pass for which the phone holds the step. For pages without a service worker. */
  async tapAndSend(name: string): Promise<void> {
    await this.tap(name);
    await this.endHold();
  }

  async endHold(): Promise<void> {
    // On a slow machine the hold may be over already.
    const undo = this.page.getByRole('button', { name: /^(Undo|Deshacer)$/ });
    await undo
      .or(this.page.getByText(/^(All sent|Todo enviado)$/))
      .first()
      .waitFor();
    await this.page.clock.fastForward(HOLD_MS);
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async photograph(label: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).setInputFiles(await cameraPhoto());
  }

  async expectSound(themes: readonly ('dark' | 'light')[] = ['dark', 'light']): Promise<void> {
    await this.expectFocus('the crew page');
    for (const theme of themes) {
      await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await this.settled();
      expect(await this.faults(), theme).toEqual([]);
    }
    if ((await this.page.locator('html').getAttribute('lang')) === 'es') await this.#expectSpanish();
  }

  /** Ignores the vehicle name, which operators enter. */
  async #expectSpanish(): Promise<void> {
    const text = await this.page.evaluate(`document.title + ' ' + document.body.innerText + ' ' +
      [...document.querySelectorAll('[aria-label],[alt]')].map((it) => it.ariaLabel ?? it.alt).join(' ')`);
    const found = englishWords.filter((word) =>
      new RegExp(`(?<![\\p{L}])${word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'iu').test(
        String(text).replaceAll(/Van of \S+ \S+/g, ''),
      ),
    );
    expect(found).toEqual([]);
  }
}
