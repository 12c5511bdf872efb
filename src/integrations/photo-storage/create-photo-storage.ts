// Creates the photo storage selected by the configuration.
import { join } from 'node:path';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { PhotoConfig } from '../../config/photo-config.ts';
import { LocalPhotoStorage } from './local-photo-storage.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { S3PhotoStorage } from './s3-photo-storage.ts';

export function createPhotoStorage(
  config: PhotoConfig,
  dataDir: string,
  environment: EnvironmentName,
): PhotoStorage {
  if (config.storage === 'local') return new LocalPhotoStorage(join(dataDir, 'photos', environment));
  // Both environments may share a bucket, but never a folder.
  return new S3PhotoStorage({ ...config, url: `${config.url.replace(/\/+$/, '')}/${environment}` });
}
