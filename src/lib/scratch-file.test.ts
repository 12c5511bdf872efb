import { closeSync, readSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { openScratchFile, writeFully } from './scratch-file.ts';

// As on a disk that is nearly full: the system writes a part, and reports an error at the next attempt only.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Uint8Array, offset: number, length: number, position: number) =>
    fs.writeSync(file, bytes, offset, Math.min(length, 3), position);
  return { ...fs, writeSync };
});

it('writes all bytes, also if the system writes a part at a time', () => {
  const file = openScratchFile(tmpdir());
  try {
    writeFully(file, Buffer.from('0123456789'), 0);
    writeFully(file, Buffer.from('abcdef'), 10);
    const bytes = Buffer.alloc(20);
    expect(readSync(file, bytes, 0, 20, 0)).toBe(16);
    expect(bytes.toString('utf8', 0, 16)).toBe('0123456789abcdef');
  } finally {
    closeSync(file);
  }
});
