// Photos of a step: small pictures of those that this server stores, links to all others.
import { WebLink } from '../../ui/web-link.tsx';

export function StepPhotos({ urls }: { readonly urls: readonly string[] }) {
  const nameOf = (url: string) => (urls.length === 1 ? 'Photo' : `Photo ${urls.indexOf(url) + 1}`);
  const stored = urls.filter(isStoredHere);
  return (
    <>
      {urls
        .filter((url) => !stored.includes(url))
        .map((url) => (
          <span key={url} className="ml-2">
            <WebLink uri={url} label={nameOf(url)} />
          </span>
        ))}
      {stored.length > 0 && (
        <span className="mt-1 mb-0.5 flex flex-wrap gap-2">
          {stored.map((url) => (
            <a
              key={url}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="overflow-hidden rounded-lg border hover:border-field-line"
            >
              <img src={url} alt={nameOf(url)} loading="lazy" className="h-16 w-24 bg-tint object-cover" />
            </a>
          ))}
        </span>
      )}
    </>
  );
}

/** The content security policy permits pictures of this host only. */
function isStoredHere(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}
