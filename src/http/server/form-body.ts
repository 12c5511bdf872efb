// Form bodies (application/x-www-form-urlencoded) of sign-in pages, /oauth and providers.
import { Problem } from '../../lib/problem.ts';
import { parseFormBody } from './body-parser.ts';
import type { HttpServer } from './server.ts';

/**
 * Far above the longest legitimate form. Decoding a form takes longer per byte than parsing JSON: 256 KB would block the
 * event loop for up to 100 ms.
 */
const maxFormBytes = 16 * 1024;

export function acceptForms(app: HttpServer): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      if (body.length > maxFormBytes)
        throw Problem.of('body_too_large', `The form is larger than ${maxFormBytes / 1024} KB.`);
      return parseFormBody(body);
    },
  );
}
