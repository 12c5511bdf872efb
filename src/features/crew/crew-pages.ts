// Static routes of the crew page under /crew/: page, web app manifest, icons, and the service worker that makes it work
// offline. Page and manifest exist in English and Spanish.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders, pagePolicy } from '../../http/pages/content-security-policy.ts';
import { icon } from '../../http/pages/page.ts';
import { type BuiltFiles, sendFile } from '../../http/pages/static-files.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { isLanguage, type Language, preferredLanguage } from '../../lib/language.ts';
import { Problem } from '../../lib/problem.ts';

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
const brandColor = '#0d6b50';

/** `blob:` for photo previews. The Trusted Types policy allows the service worker as the only other script URL. */
const policy = pagePolicy(['blob:'], { manifest: true, scriptUrlPolicy: 'waybill-crew-worker' });

export async function crewPages(app: HttpServer, { files }: { readonly files: BuiltFiles }): Promise<void> {
  const sendPage = async (request: FastifyRequest<PageRequest>, reply: FastifyReply) => {
    if (/^\/crew\/api(\/|$|\?)/.test(request.url)) throw notFound();
    const { query, headers } = request;
    const language = isLanguage(query.lang) ? query.lang : preferredLanguage(headers['accept-language']);
    reply.headers({ ...pageHeaders, 'content-security-policy': policy, 'content-language': language });
    return sendFile(request, reply, await files.page(pageFiles[language]), 'no-store', ['accept-language']);
  };
  // The scope of the service worker is /crew/, so the page has the same path prefix.
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
        .send(JSON.stringify(manifestOf(language))),
    );
  addIcons(app);
}

const manifestTexts: Readonly<Record<Language, { name: string; short: string; description: string }>> = {
  en: { name: 'Waybill jobs', short: 'Jobs', description: 'The jobs of your crew, also offline.' },
  es: {
    name: 'Trabajos Waybill',
    short: 'Trabajos',
    description: 'Los trabajos de su equipo, también sin conexión.',
  },
};

/** Web app manifest. */
function manifestOf(language: Language) {
  const { name, short, description } = manifestTexts[language];
  return {
    id: '/crew/',
    lang: language,
    name,
    short_name: short,
    description,
    start_url: '/crew/',
    scope: '/crew/',
    display: 'standalone',
    orientation: 'portrait',
    theme_color: brandColor,
    background_color: brandColor,
    icons: iconSizes.flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({
        src: `/crew/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  };
}

/** Each icon is drawn on first request and then kept in memory. */
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

/** The logo on a solid background with a margin, so that platforms can mask it. */
async function drawIcon(size: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const inner = Math.round(size * 0.72);
  const mark = await sharp(Buffer.from(icon), { density: 2_400 }).resize(inner).png().toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: brandColor } })
    .composite([{ input: mark, gravity: 'center' }])
    .png()
    .toBuffer();
}

function notFound(): Problem {
  return Problem.of('not_found', 'There is nothing at this address.');
}
