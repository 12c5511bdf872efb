// A page that no inspector watches. Playwright enables the Runtime domain of its pages, for which Chromium finds the position
// of every error in its source: an error of React, made while its script is run, then costs as much as the rest of the script.
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';

type ProtocolMessage = Readonly<Record<string, unknown>> & { readonly id?: number };

interface Answer {
  readonly result?: unknown;
  readonly exceptionDetails?: { readonly text: string };
}

export class UnwatchedPage {
  readonly #session: CDPSession;
  readonly #browserContextId: string;
  readonly #sessionId: string;
  readonly #answers = new Map<number, (message: ProtocolMessage) => void>();
  #commands = 0;

  private constructor(session: CDPSession, browserContextId: string, sessionId: string) {
    this.#session = session;
    this.#browserContextId = browserContextId;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', (event) => {
      if (event.sessionId !== sessionId) return;
      const message = JSON.parse(event.message) as ProtocolMessage;
      if (message.id !== undefined) this.#answers.get(message.id)?.(message);
    });
  }

  /** In a browser context of its own, with the session of another one. */
  static async open(browser: Browser, signedIn: BrowserContext, screen: Screen): Promise<UnwatchedPage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const cookies = (await signedIn.cookies()).map(({ name, value, domain, path, httpOnly, secure }) => ({
      name,
      value,
      domain,
      path,
      httpOnly,
      secure,
    }));
    await session.send('Storage.setCookies', { cookies, browserContextId });
    const { targetId } = await session.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      ...screen.viewport,
    });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    return new UnwatchedPage(session, browserContextId, sessionId);
  }

  async slowDown(rate: number): Promise<void> {
    await this.#send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** Until the answer of the server is shown in place of the page before. */
  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url });
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    const { result, exceptionDetails } = answer as Answer & { readonly result: { readonly value?: unknown } };
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  async close(): Promise<void> {
    await this.#session.send('Target.disposeBrowserContext', { browserContextId: this.#browserContextId });
    await this.#session.detach();
  }

  async #send(method: string, params: object): Promise<unknown> {
    this.#commands += 1;
    const id = this.#commands;
    const answered = new Promise<ProtocolMessage>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { result, error } = await answered;
    this.#answers.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
}

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number };
}
