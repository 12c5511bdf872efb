// Browser tests of the SDK in Chromium and of the checkout example in examples/.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { type ExampleProcess, startExample } from '../support/example-process.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';
import { PATIENCE_MS } from '../support/scale.ts';

const html = "<title>x</title><script type=module>globalThis.sdk = await import('/sdk.js')</script>";
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../packages/sdk/src/sdk.ts', import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['es'] } },
  });
  const chunks = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
  return chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
}

describeInBrowser('The SDK in a browser', (browser) => {
  let sandbox: SandboxServer;
  let gateway: FaultProxy;
  let shop: ExampleProcess;
  let shopUrl: string;
  beforeAll(async () => {
    sandbox = await startSandbox({ variables: { SIMULATION_STEP_SECONDS: '0.2' } });
    gateway = await startFaultProxy(sandbox.baseUrl);
    const { client } = await sandbox.organization();
    shop = startExample('checkout/server.ts', {
      PORT: '0',
      WAYBILL_BASE_URL: sandbox.baseUrl,
      WAYBILL_CLIENT_ID: client.clientId,
      WAYBILL_CLIENT_SECRET: client.clientSecret,
    });
    shopUrl = (await shop.said(/http:\/\/\S+/)).trim();
  });
  afterAll(async () => {
    await shop?.stop();
    await gateway?.close();
    await sandbox?.close();
  });

  it('retries a 503 and a lost connection, paginates and verifies webhooks', async () => {
    const code = await bundle();
    const { token } = await sandbox.partner();
    const page = await browser().newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.route('**/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${gateway.url}/page`);
    await page.waitForFunction(() => 'sdk' in globalThis);
    gateway.plan('POST', '/bookings', ['garble', 'lose']);
    const seen = await page.evaluate(
      async ({ accessToken, baseUrl }) => {
        const { sdk } = globalThis as typeof globalThis & { sdk: typeof import('@waybill/sdk') };
        const waybill = new sdk.Waybill({ baseUrl, accessToken });
        const order = {
          stops: [
            { location: '350 5th Ave, New York, NY 10118' },
            { location: '1 Main St, Brooklyn, NY 11201' },
          ],
          product: 'van' as const,
          arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
        };
        const { attempts, isReplay } = await waybill.bookings.create(order).withResponse();
        await waybill.bookings.create(order);
        let count = 0;
        for await (const _ of waybill.bookings.list({ limit: 1 })) count += 1;
        const secret = sdk.webhooks.createSecret();
        // The relay assigns feed positions asynchronously.
        let [event] = (await waybill.events.list({ limit: 1 })).data;
        while (!event) [event] = (await waybill.events.list({ limit: 1 })).data;
        const { headers, body } = await sdk.webhooks.sign(event, secret);
        const { type } = await sdk.webhooks.verify(body, new Headers(headers), secret);
        const refusal = await waybill.bookings.get('x').catch((error: unknown) => error);
        return {
          isRetried: attempts > 1,
          isReplay,
          count,
          type,
          isApiError: refusal instanceof sdk.ApiError,
        };
      },
      { accessToken: token ?? '', baseUrl: gateway.url },
    );
    expect(seen).toEqual({
      // At least two: Chromium itself may retry a request lost on a reused connection, which hides one attempt.
      isRetried: true,
      isReplay: true,
      count: 2,
      type: 'booking.created',
      isApiError: true,
    });
    await page.close();
  });

  it('lets a shopper choose an arrival window in the checkout example and track the delivery', async () => {
    const page = await browser().newPage({ viewport: { width: 360, height: 740 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(shopUrl)) foreign.push(request.url());
    });
    await page.goto(shopUrl);
    await page.getByLabel('Delivery address').fill('nowhere at all');
    await page.getByRole('button', { name: 'See delivery times' }).click();
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await page.getByLabel('Delivery address').fill('1 Main St, Brooklyn, NY 11201');
    await page.getByRole('button', { name: 'See delivery times' }).click();
    await page.getByText(/Delivery: \$\d/).waitFor();
    await page.getByRole('radio').nth(2).check();
    await page.getByLabel('Your name').fill('Ana Diaz');
    await page.getByLabel(/Phone/).fill('+14155552671');
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: { id: string }[] }>('axe.run()');
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('button', { name: 'Order' }).click();
    await page.getByText('Delivered.').waitFor();
    expect(await page.getByRole('link', { name: 'Track your delivery' }).getAttribute('href')).toContain(
      '/track/',
    );
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(foreign).toEqual([]);
    await page.close();
  });
});
