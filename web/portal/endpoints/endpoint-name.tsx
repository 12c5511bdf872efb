// URL of an endpoint, with the host emphasised.
import { splitUrl } from './endpoint-labels.ts';

export function EndpointName({ url }: { readonly url: string }) {
  const { host, path } = splitUrl(url);
  return (
    <span className="font-mono text-[0.9em]">
      <span className="font-semibold">{host}</span>
      <span className="text-muted">{path}</span>
    </span>
  );
}
