// For HTML routes: accept forms only, and render errors as pages.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { Problem } from '../../lib/problem.ts';
import { answers, type RequestError, setRetryHeaders, toProblem } from '../server/error-handler.ts';
import { acceptForms } from '../server/form-body.ts';
import type { HttpServer } from '../server/server.ts';
import { type Page, sendPage } from './page.ts';

export function acceptFormsOnly(app: HttpServer): void {
  app.removeAllContentTypeParsers();
  acceptForms(app);
  app.addContentTypeParser('*', async () => {
    throw Problem.of('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  });
}

/** `present` returns title and content of the error page. */
export function renderErrorsAsPages(
  app: HttpServer,
  environment: EnvironmentName,
  present: (problem: Problem) => Pick<Page, 'title' | 'content'>,
): void {
  app.setErrorHandler((error: RequestError, request, reply) => {
    const problem = toProblem(error);
    if (problem.kind === 'internal') request.log.error({ err: error }, 'unexpected failure');
    setRetryHeaders(reply, problem);
    return sendPage(reply, { ...present(problem), status: answers[problem.kind].status, environment });
  });
}
