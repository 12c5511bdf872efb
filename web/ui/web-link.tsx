// Link to a URI that another party chose. Only http and https become links: a `javascript:` URI would run in the page,
// and browsers cannot open `s3:` or `urn:`. Others are shown as text.

function isWebUrl(uri: string): boolean {
  return /^https?:\/\/[^/]/i.test(uri);
}

interface WebLinkProps {
  readonly uri: string;
  /** Shown instead of the URI. URIs that browsers cannot open are always shown. */
  readonly label?: string;
}

export function WebLink({ uri, label }: WebLinkProps) {
  if (!isWebUrl(uri)) return <span className="break-all">{uri}</span>;
  return (
    <a href={uri} target="_blank" rel="noreferrer" className="font-medium break-all text-accent underline">
      {label ?? uri}
    </a>
  );
}
