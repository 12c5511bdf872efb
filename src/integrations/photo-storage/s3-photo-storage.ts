// Photo storage in an S3-compatible bucket. Browsers are redirected to a signed URL that is valid for 5 minutes; the
// bucket stays private.
import { AwsClient } from 'aws4fetch';
import type { FoundPhoto, PhotoStorage } from './photo-storage.ts';

export interface S3Config {
  /** Includes the bucket: `https://bucket.s3.us-east-1.amazonaws.com` or `https://minio.example/bucket`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const timeoutMillis = 10_000;
const signedUrlSeconds = 300;

export class S3PhotoStorage implements PhotoStorage {
  readonly #client: AwsClient;
  readonly #url: string;

  constructor({ url, region, accessKeyId, secretAccessKey }: S3Config) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#url = url.replace(/\/+$/, '');
  }

  async put(name: string, jpeg: Buffer): Promise<void> {
    const response = await this.#request('PUT', name, {
      body: new Uint8Array(jpeg),
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=31536000, immutable' },
    });
    if (!response.ok) throw await failure('store', response);
  }

  async find(name: string): Promise<FoundPhoto | null> {
    const url = new URL(this.#urlOf(name));
    url.searchParams.set('X-Amz-Expires', String(signedUrlSeconds));
    const signed = await this.#client.sign(url.href, { method: 'GET', aws: { signQuery: true } });
    return { kind: 'elsewhere', url: signed.url };
  }

  async remove(name: string): Promise<void> {
    const response = await this.#request('DELETE', name, {});
    if (!response.ok && response.status !== 404) throw await failure('remove', response);
  }

  #request(method: string, name: string, init: RequestInit): Promise<Response> {
    return this.#client.fetch(this.#urlOf(name), {
      ...init,
      method,
      signal: AbortSignal.timeout(timeoutMillis),
    });
  }

  #urlOf(name: string): string {
    return `${this.#url}/photos/${name}.jpg`;
  }
}

async function failure(action: string, response: Response): Promise<Error> {
  const code = /<Code>([^<]+)<\/Code>/.exec(await response.text())?.[1];
  return new Error(`failed to ${action} a photo in the bucket: ${response.status}${code ? ` ${code}` : ''}`);
}
