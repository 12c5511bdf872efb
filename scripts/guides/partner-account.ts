// The sandbox account that all programs share, from the credentials of the instance's first start.
import { readFileSync } from 'node:fs';
import { Waybill, webhooks } from '@waybill/sdk';
import { freePort } from '../../test/support/free-port.ts';

interface Credentials {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export class PartnerAccount {
  readonly #credentials: Credentials;
  readonly #waybill: Waybill;

  constructor(credentialsFile: string) {
    const { sandbox } = JSON.parse(readFileSync(credentialsFile, 'utf8')) as { sandbox: Credentials };
    this.#credentials = sandbox;
    this.#waybill = new Waybill({
      baseUrl: sandbox.base_url,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    });
  }

  /** What a reader has after the quickstart, under the names that the guides and the SDK's README use. */
  async variables(): Promise<Record<string, string>> {
    const { base_url, client_id, client_secret } = this.#credentials;
    const { access_token: token } = await this.#waybill.oauth.token({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    return {
      API: base_url,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      TOKEN: token,
      PORT: String(await freePort()),
      WAYBILL_BASE_URL: base_url,
      WAYBILL_CLIENT_ID: client_id,
      WAYBILL_CLIENT_SECRET: client_secret,
      WAYBILL_WEBHOOK_SECRET: webhooks.createSecret(),
    };
  }

  /** What a program left in the account and should have removed; it is removed, so that it is reported once. */
  async takeLeftovers(): Promise<string[]> {
    const endpoints = await this.#waybill.webhooks.list();
    for (const { id } of endpoints) await this.#waybill.webhooks.delete(id);
    const { ahead_seconds } = await this.#waybill.sandbox.getClock();
    if (ahead_seconds > 0) await this.#waybill.sandbox.resetClock();
    return [
      ...endpoints.map(({ url }) => `left the webhook endpoint ${url}`),
      ...(ahead_seconds > 0 ? [`left the test clock ${ahead_seconds} seconds ahead`] : []),
    ];
  }
}
