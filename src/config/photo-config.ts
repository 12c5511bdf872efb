// Configuration of photo storage and retention.
import type { EnvReader } from '../lib/env-reader.ts';

export type PhotoConfig = { readonly retentionDays: number } & (
  | { readonly storage: 'local' }
  | {
      readonly storage: 's3';
      /** Includes the bucket. */
      readonly url: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    }
);

export function readPhotos(read: EnvReader): PhotoConfig {
  const storage = read.oneOf('PHOTO_STORAGE', ['local', 's3'], 'local');
  const retentionDays = read.integer('PHOTO_RETENTION_DAYS', 365, 1, 3_650);
  const need = storage === 's3' ? 'required' : undefined;
  const s3 = (name: string) => read.needed(`S3_${name}`, need, `PHOTO_STORAGE=${storage}`);
  const [url, accessKeyId, secretAccessKey] = [s3('URL'), s3('ACCESS_KEY_ID'), s3('SECRET_ACCESS_KEY')];
  if (storage === 'local') return { storage, retentionDays };
  if (url) read.url('S3_URL', '', ['http:', 'https:']);
  return {
    storage,
    retentionDays,
    url,
    region: read.text('S3_REGION', 'us-east-1'),
    accessKeyId,
    secretAccessKey,
  };
}
