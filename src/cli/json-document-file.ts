// Reads the JSON documents that commands take from a file or standard input, and reports all faults of a document at
// once.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { DocumentFault } from '../lib/document-reader.ts';
import { printJson } from './print.ts';

/** `-` is standard input. */
export async function readDocument(file: string): Promise<unknown> {
  const source = file === '-' ? 'Standard input' : file;
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (error: Error) => {
      throw new Error(`${source} cannot be read: ${error.message}`);
    },
  );
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new Error(`${source} is not JSON: ${(error as Error).message}`);
  }
}

export function requireNoFaults(faults: readonly DocumentFault[], json: boolean | undefined): void {
  if (faults.length === 0) return;
  if (json) printJson({ valid: false, faults });
  const lines = faults.map(({ path, message }) => `  ${path || 'the document'} ${message}`);
  throw new Error(`The document is not valid:\n${lines.join('\n')}`);
}
