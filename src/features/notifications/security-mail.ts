// E-mail to a partner about a change of its API clients or its contact address: what changed, when, from where, and what
// to do about a change that the partner did not make. In the language of the organization.
import { toVisibleLine } from '../../lib/invisible-characters.ts';
import type { Language } from '../../lib/language.ts';
import type { SecurityMailData } from '../accounts/notify-security-change.ts';
import { formatMailTime } from './mail-time.ts';
import { type MailContent, type MailEnvironment, operationalMailContent } from './message-content.ts';
import { securityMailTexts } from './security-mail-texts.ts';

/** The link has no token: the page asks for a session. */
export function securityMail(
  { change, subject, at, by, address }: SecurityMailData,
  { name: environment, publicUrl }: MailEnvironment,
  language: Language,
): MailContent {
  const words = securityMailTexts[language];
  const { title, effect } = words.changes[change];
  const name = toVisibleLine(subject.name);
  const suffix = environment === 'sandbox' ? ' (sandbox)' : '';
  return operationalMailContent({
    language,
    subject: `${title}: ${name}${suffix}`,
    intro: [`${title}: ${name} (${subject.id}). ${effect}`],
    facts: [
      { label: words.time, value: formatMailTime(language, at) },
      { label: words.changedBy, value: words.authors[by] },
      { label: words.address, value: address ?? words.noAddress },
    ],
    buttons: [
      { label: words.open, url: `${publicUrl}/portal/${change.startsWith('person.') ? 'people' : 'keys'}` },
    ],
    after: [words.ifYou, words.ifNotYou],
  });
}
