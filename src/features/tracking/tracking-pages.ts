// The tracking page, and the notice pages for unknown links, expired links, rate limits and the sandbox. Notices are
// rendered on the server without scripts, in the language of the browser.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentName } from '../../config/environment-name.ts';
import { pageHeaders, pagePolicy } from '../../http/pages/content-security-policy.ts';
import { sendPage } from '../../http/pages/page.ts';
import { type BuiltFiles, sendFile } from '../../http/pages/static-files.ts';
import {
  answers,
  logProblem,
  type RequestError,
  setRetryHeaders,
  toProblem,
} from '../../http/server/error-handler.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import { isLanguage, type Language, preferredLanguage } from '../../lib/language.ts';
import type { HexColor } from '../../lib/oklch.ts';
import { formatPhone } from '../../lib/phone-region.ts';
import { stylesheetPath } from '../branding/brand-palette.ts';
import { type LinkNotice, linkMessages, noticeOf } from './link-messages.ts';
import type { ExpiredLink, ResolvedLink, Sender } from './resolve-link.ts';

interface LinkRequest {
  Params: { token?: string };
  Querystring: { lang?: string };
}

export interface TrackingPagesOptions {
  readonly follow: (request: FastifyRequest<LinkRequest>) => Promise<ResolvedLink | ExpiredLink>;
  readonly files: BuiltFiles;
  readonly pictureHosts: readonly string[];
}

/** Includes paths without a token, because messages may truncate links. */
const paths = ['/track', '/track/', '/track/:token'];
const pageFiles: Readonly<Record<Language, string>> = { en: 'tracking.html', es: 'tracking.es.html' };

export async function trackingPages(
  app: HttpServer,
  { follow, files, pictureHosts }: TrackingPagesOptions,
): Promise<void> {
  const send = pageSender(files, pictureHosts);
  renderErrorsAsNotices(app);
  for (const path of paths) {
    app.get<LinkRequest>(path, { schema: { hide: true } }, async (request, reply) => {
      const { kind, sender } = await follow(request);
      if (kind === 'expired')
        return sendNotice(request, reply, 'expired', { status: 410, environment: 'production', sender });
      preloadView(request, reply);
      return send(request, reply, sender.branding?.accent ?? null);
    });
  }
}

/**
 * The sandbox shows the same notice for every link, and no bookings. The preview in the portal is the tracking page
 * itself: it contains no data, and reads its booking with the session of the portal (preview-routes.ts).
 */
export function sandboxPages(
  app: HttpServer,
  { files, pictureHosts }: Pick<TrackingPagesOptions, 'files' | 'pictureHosts'>,
): void {
  const send = pageSender(files, pictureHosts);
  app.get<LinkRequest>('/portal/bookings/:id/tracking', { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, null),
  );
  for (const path of paths) {
    app.get<LinkRequest>(path, { schema: { hide: true } }, async (request, reply) =>
      sendNotice(request, reply, 'sandbox', { status: 200, environment: 'sandbox' }),
    );
  }
}

/**
 * Sends the built page in the language of the browser, with the stylesheet of the accent color, so that the page is never
 * painted in the default color first.
 */
function pageSender(files: BuiltFiles, pictureHosts: readonly string[]) {
  const policy = pagePolicy(pictureHosts);
  return async (request: FastifyRequest<LinkRequest>, reply: FastifyReply, accent: HexColor | null) => {
    const language = languageOf(request);
    reply.headers({ ...pageHeaders, 'content-security-policy': policy, 'content-language': language });
    const page = await files.page(pageFiles[language]);
    if (accent === null) return sendFile(request, reply, page, 'no-store', ['accept-language']);
    const link = html`<link rel="stylesheet" href="${stylesheetPath(accent)}">`;
    return reply
      .type(page.type)
      .headers({ 'cache-control': 'no-store', vary: 'accept-language' })
      .send(page.plain.toString('utf8').replace('</head>', `${link.toString()}</head>`));
  };
}

/** The browser asks for the booking at once, not after the script has loaded. */
function preloadView({ params: { token = '' } }: FastifyRequest<LinkRequest>, reply: FastifyReply): void {
  const path = `/track/api/${encodeURIComponent(token)}`;
  reply.header('link', `<${path}>; rel=preload; as=fetch; crossorigin`);
}

function renderErrorsAsNotices(app: HttpServer): void {
  app.setErrorHandler((error: RequestError, request: FastifyRequest<LinkRequest>, reply) => {
    const problem = toProblem(error);
    logProblem(request, error, problem);
    setRetryHeaders(reply, problem);
    const { status } = answers[problem.kind];
    return sendNotice(request, reply, noticeOf(problem.kind), { status, environment: 'production' });
  });
}

interface NoticeFrame {
  readonly status: number;
  readonly environment: EnvironmentName;
  /** The organization to turn to, if the link is known. */
  readonly sender?: Sender;
}

function sendNotice(
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  notice: LinkNotice,
  frame: NoticeFrame,
): FastifyReply {
  const language = languageOf(request);
  const { status, environment, sender } = frame;
  const { title } = linkMessages[language][notice];
  reply.headers({ 'content-language': language, vary: 'accept-language' });
  return sendPage(reply, {
    status,
    environment,
    title,
    language,
    content: noticeContent(language, notice, sender),
  });
}

function noticeContent(language: Language, notice: LinkNotice, sender: Sender | undefined): SafeHtml {
  const { title, message } = linkMessages[language][notice];
  const other = language === 'en' ? 'es' : 'en';
  return html`<section class="card">
  <div class="card-body">
    <h1>${title}</h1>
    <p class="lead">${message}</p>
    ${sender && helpContent(language, sender)}
    <p class="detail"><a href="?lang=${other}" lang="${other}" hreflang="${other}">${linkMessages[other].name}</a></p>
  </div>
</section>`;
}

/** Whom to ask, with the help contact that the organization shows to customers. */
function helpContent(language: Language, { name, branding }: Sender): SafeHtml {
  const { help, helpUnnamed } = linkMessages[language];
  const { phone, email, url } = branding?.help ?? noHelp;
  return html`<p class="detail"><span>${name === null ? helpUnnamed : help.replace('{sender}', () => name)}</span>
    ${[
      phone && html`<a href="tel:${phone}">${formatPhone(phone)}</a>`,
      email && html`<a href="mailto:${email}">${email}</a>`,
      url && html`<a href="${url}" rel="noreferrer">${url.replace(/^https:\/\/|\/$/g, '')}</a>`,
    ]}</p>`;
}

const noHelp = { phone: null, email: null, url: null };

/** The `lang` query parameter, or else the browser's preference. */
function languageOf({ query, headers }: FastifyRequest<LinkRequest>): Language {
  return isLanguage(query.lang) ? query.lang : preferredLanguage(headers['accept-language']);
}
