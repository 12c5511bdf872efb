// Content of a message: the text of an SMS, or an e-mail as text and HTML. Stored until its retention ends.
import type { NoticeMail } from '../../domain/notification/render-notice.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import type { Language } from '../../lib/language.ts';

export interface SmsContent {
  readonly text: string;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** null for operational mail, which the recipient cannot unsubscribe from. */
  readonly unsubscribeUrl: string | null;
}

export type MessageContent = SmsContent | MailContent;

export function noticeMailContent(mail: NoticeMail, language: Language, unsubscribeUrl: string): MailContent {
  const { subject, greeting, text, follow, why, optOut } = mail;
  return {
    subject,
    text: [
      greeting,
      text,
      ...(follow ? [`${follow.label}\n${follow.url}`] : []),
      `--\n${why}\n${optOut}\n${unsubscribeUrl}`,
    ].join('\n\n'),
    html: frame(
      language,
      html`<p>${greeting}</p>
<p>${text}</p>
${follow && html`<p>${follow.label}<br><a href="${follow.url}">${follow.url}</a></p>`}
<p><small>${why} <a href="${unsubscribeUrl}">${optOut.replace(/:$/, '')}</a></small></p>`,
    ),
    unsubscribeUrl,
  };
}

export function plainMailContent(subject: string, paragraphs: readonly string[]): MailContent {
  return {
    subject,
    text: paragraphs.join('\n\n'),
    html: frame('en', html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`),
    unsubscribeUrl: null,
  };
}

function frame(language: Language, content: SafeHtml): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"></head><body>
${content}
</body></html>
`.toString();
}
