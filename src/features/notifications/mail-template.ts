// The template of all e-mails: one structure, rendered as HTML and as its plain-text twin, so that both have the same
// facts. Tables and inline styles, because mail programs ignore most of CSS; the style sheet adds dark mode and small
// screens for those that read it. Every value is escaped by `html` (decision 0080).

import type { BrandLogo } from '../../domain/account/branding.ts';
import { darkTokens, lightTokens } from '../../http/pages/page-tokens.ts';
import { html, SafeHtml } from '../../lib/html.ts';
import type { Language } from '../../lib/language.ts';
import type { BrandPalette } from '../branding/brand-palette.ts';

export interface MailFact {
  readonly label: string;
  readonly value: string;
}

export interface MailParts {
  readonly language: Language;
  /** Who writes: the organization, or Waybill. */
  readonly sender: string;
  readonly subject: string;
  /** Paragraphs before the facts. */
  readonly intro: readonly string[];
  readonly facts: readonly MailFact[];
  readonly buttons: readonly MailLink[];
  /** Paragraphs after the buttons. */
  readonly after: readonly string[];
  /** Why the recipient gets the mail; null for operational mail. */
  readonly footer: { readonly why: string; readonly optOut: string; readonly unsubscribeUrl: string } | null;
  /** Help contact of the organization. */
  readonly help?: { readonly text: string; readonly links: readonly MailLink[] };
  /** Logo of the organization, which is attached to the e-mail. */
  readonly logo?: BrandLogo;
  /** Shades of the organization's accent color; absent: the default ones. */
  readonly palette?: BrandPalette;
}

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export function mailText({ intro, facts, buttons, after, help, footer }: MailParts): string {
  return [
    ...intro,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...buttons.map(({ label, url }) => `${label}:\n${url}`),
    ...after,
    ...(help ? [[help.text, ...help.links.map(({ label }) => label)].join('\n')] : []),
    ...(footer ? [`--\n${footer.why}\n${footer.optOut}:\n${footer.unsubscribeUrl}`] : []),
  ].join('\n\n');
}

const { paper, card, ink, muted, line } = lightTokens;
const dark = darkTokens;
const defaultPalette: MailPalette = {
  light: { accent: lightTokens.accent, onAccent: lightTokens['on-accent'] },
  dark: { accent: dark.accent, onAccent: dark['on-accent'] },
};

type MailShades = { readonly accent: string; readonly onAccent: string };
interface MailPalette {
  readonly light: MailShades;
  readonly dark: MailShades;
}

/** Built from constants and from shades that `brandPalette` has computed. */
const styleSheet = (palette: MailPalette) =>
  SafeHtml.fromBuild(`body{margin:0;background:${paper}}
p{margin:0 0 14px}
a{color:${palette.light.accent}}
td,p,h1,a{overflow-wrap:anywhere}
@media (max-width:480px){.o{padding:0!important}.c{border:0!important;border-radius:0!important}.p{padding-left:18px!important;padding-right:18px!important}.g{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){body,.o{background:${dark.paper}!important}.c{background:${dark.card}!important;border-color:${dark.line}!important}.i{color:${dark.ink}!important}.m{color:${dark.muted}!important}.l{border-color:${dark.line}!important}.s,.m a{color:${palette.dark.accent}!important}.g{background:${palette.dark.accent}!important;color:${palette.dark.onAccent}!important}}`);

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

export function mailHtml(parts: MailParts): string {
  const { language, sender, subject, intro, facts, buttons, after, help, footer } = parts;
  const palette = parts.palette ?? defaultPalette;
  const { accent, onAccent } = palette.light;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${styleSheet(palette)}</style></head>
<body><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="o" align="center" style="padding:28px 12px;background:${paper}">
<table role="presentation" class="c" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${card};border:1px solid ${line};border-radius:14px"><tr><td class="p i" align="left" style="padding:26px 28px;${font};font-size:16px;line-height:1.5;color:${ink}"><div role="main">
${parts.logo && logoImage(parts.logo)}<p class="s" style="font-size:14px;font-weight:600;color:${accent}">${sender}</p>
<h1 class="i" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${ink}">${subject}</h1>
${intro.map((text) => html`<p>${text}</p>\n`)}${factTable(facts)}${buttons.map(
  ({ label, url }) =>
    html`<p style="margin:22px 0"><a class="g" href="${url}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${label}</a></p>\n`,
)}${after.map((text) => html`<p>${text}</p>\n`)}${
  help &&
  html`<p class="m" style="color:${muted}">${help.text}${help.links.map(({ label, url }) => html`<br><a href="${url}" style="color:${accent}">${label}</a>`)}</p>\n`
}${
  footer &&
  html`<p class="m l" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};font-size:13px;color:${muted}">${footer.why} <a href="${footer.unsubscribeUrl}">${footer.optOut}</a></p>\n`
}</div></td></tr></table>
</td></tr></table></body></html>
`.toString();
}

/** Content id of the attached logo. */
export const LOGO_CID = 'logo';
const LOGO_HEIGHT = 40;

/** White below it, because logos are made for white paper. The name of the sender follows. */
function logoImage({ width, height }: BrandLogo): SafeHtml {
  const scaled = Math.round((width * LOGO_HEIGHT) / height);
  return html`<p><img src="cid:${LOGO_CID}" alt="" width="${scaled}" height="${LOGO_HEIGHT}" style="padding:6px 8px;border-radius:8px;background:#fff"></p>\n`;
}

/** The e-mail without the logo that it refers to, if the file no longer exists. */
export function withoutLogo(mail: string): string {
  return mail.replace(new RegExp(`<p><img src="cid:${LOGO_CID}"[^>]*></p>\n`), '');
}

function factTable(facts: readonly MailFact[]): SafeHtml | null {
  if (facts.length === 0) return null;
  const cell = 'padding:9px 0;vertical-align:top';
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 14px">${facts.map(
    ({ label, value }) =>
      html`<tr><th class="m l" scope="row" align="left" width="32%" style="${cell};border-top:1px solid ${line};font-size:14px;font-weight:400;color:${muted}">${label}</th><td class="l" style="${cell};border-top:1px solid ${line};font-weight:600">${value}</td></tr>`,
  )}</table>\n`;
}
