// The crew's page itself under /crew/, and what makes it an application on a phone: its manifest, its icons, and the service
// worker that opens it without a line. Each in the language that the browser asks for.
import type { FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { pageHeaders, pagePolicy } from '../../http/content-security-policy.ts';
import { icon } from '../../http/page.ts';
import type { HttpServer } from '../../http/server.ts';
import { type BuiltFiles, sendFile } from '../../http/static-files.ts';
import { isLanguage, type Language, preferredLanguage } from '../../lib/language.ts';
import { Problem } from '../../lib/problem.ts';
import { manifestOf } from './crew-manifest.ts';

interface PageRequest {
  Querystring: { lang?: string };
}

const hidden = { schema: { hide: true } };
const pageFiles: Readonly<Record<Language, string>> = { en: 'crew.html', es: 'crew.es.html' };
const manifests: Readonly<Record<Language, string>> = {
  en: '/crew/manifest.webmanifest',
  es: '/crew/manifest.es.webmanifest',
};
const iconSizes = [192, 512];
const green = '#0d6b50';

/** Photos are shown before they are sent; the one script address beside those of the page is the worker's. */
const policy = pagePolicy(['blob:'], { manifest: true, scriptUrlPolicy: 'waybill-crew-worker' });

export async function crewPages(app: HttpServer, { files }: { readonly files: BuiltFiles }): Promise<void> {
  const sendPage = async (request: FastifyRequest<PageRequest>, reply: FastifyReply) => {
    if (/^\/crew\/api(\/|$|\?)/.test(request.url)) throw nothingHere();
    const { query, headers } = request;
    const language = isLanguage(query.lang) ? query.lang : preferredLanguage(headers['accept-language']);
    reply.headers({ ...pageHeaders, 'content-security-policy': policy, 'content-language': language });
    return sendFile(request, reply, await files.page(pageFiles[language]), 'no-store', ['accept-language']);
  };
  // The worker answers for what lies below, so the page does too.
  app.get('/crew', hidden, async (_request, reply) => reply.redirect('/crew/', 302));
  app.get<PageRequest>('/crew/', hidden, sendPage);
  app.get<PageRequest>('/crew/*', hidden, sendPage);
  app.get('/crew/worker.js', hidden, async (request, reply) => {
    reply.headers({ ...pageHeaders, 'content-security-policy': policy });
    return sendFile(request, reply, await files.page('crew-worker.js'), 'no-cache');
  });
  for (const language of ['en', 'es'] as const)
    app.get(manifests[language], hidden, async (_request, reply) =>
      reply
        .type('application/manifest+json')
        .header('cache-control', 'no-cache')
        .send(JSON.stringify(manifestOf(language, { sizes: iconSizes, colour: green }))),
    );
  addIcons(app);
}

/** Drawn once, when somebody first asks. */
function addIcons(app: HttpServer): void {
  for (const size of iconSizes) {
    let drawn: Promise<Buffer> | undefined;
    app.get(`/crew/icon-${size}.png`, hidden, async (_request, reply) => {
      drawn ??= drawIcon(size);
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await drawn);
    });
  }
}

/** The mark on a ground of its own colour, so that systems may cut it to their shapes. */
async function drawIcon(size: number): Promise<Buffer> {
  const inner = Math.round(size * 0.72);
  const mark = await sharp(Buffer.from(icon), { density: 2_400 }).resize(inner).png().toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: green } })
    .composite([{ input: mark, gravity: 'center' }])
    .png()
    .toBuffer();
}

function nothingHere(): Problem {
  return Problem.of('not_found', 'There is nothing at this address.');
}
