// Unknown paths, opened in a browser: a page instead of the JSON error that programs get.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { html } from '../../lib/html.ts';
import { isVisit } from '../server/is-visit.ts';
import type { HttpServer } from '../server/server.ts';
import { sendPage } from './page.ts';

export function missingPage(app: HttpServer, environment: EnvironmentName): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !isVisit(request)) return done();
    sendPage(reply, {
      title: 'Page not found',
      content: html`<section class="card"><div class="card-body">
<h1>Page not found</h1>
<p class="lead">There is no page at this address. It may have been moved, or the link is incomplete.</p>
<p class="detail">
  <a href="/docs">Guides and API reference</a>
  <a href="/portal">Partner portal</a>
  <a href="/console">Operator console</a>
</p>
</div></section>`,
      status: 404,
      environment,
    });
  });
}
