// Help contact of the organization: phone, e-mail and page.
import { formatPhone } from '../ui/phone-link.tsx';
import type { TrackingView } from './api.generated.ts';

interface HelpLink {
  readonly url: string;
  readonly label: string;
}

/** The fastest contact first. */
export function helpLinksOf({ branding }: Pick<TrackingView, 'branding'>): readonly HelpLink[] {
  const { phone, email, url } = branding?.help ?? {};
  return [
    phone ? { url: `tel:${phone}`, label: formatPhone(phone) } : null,
    email ? { url: `mailto:${email}`, label: email } : null,
    url ? { url, label: url.replace(/^https:\/\/|\/$/g, '') } : null,
  ].filter((link) => link !== null);
}

export function HelpLinks({ view }: { readonly view: TrackingView }) {
  const links = helpLinksOf(view);
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {links.map(({ url, label }) => (
        <li key={url}>
          <a
            href={url}
            rel="noreferrer"
            className="inline-block py-1.5 font-medium text-accent underline underline-offset-2"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
