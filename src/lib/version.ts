// The Waybill version.
import { readFileSync } from 'node:fs';
import { projectRoot } from './project-root.ts';

export function readVersion(): string {
  const text = readFileSync(new URL('package.json', projectRoot), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
