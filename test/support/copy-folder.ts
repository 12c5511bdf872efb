// Copies a folder with the owners of its files: PostgreSQL does not run as root.
import { execFileSync } from 'node:child_process';

export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-pR', from, to]);
}
