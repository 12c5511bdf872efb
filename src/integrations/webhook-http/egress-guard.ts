// Decides which targets webhooks may be sent to: when an endpoint is registered, and again for every connection,
// because DNS records can change at any time.
import { type AddressKind, createAddressRules } from './address-rules.ts';
import {
  createNameResolver,
  NameError,
  type ResolvedAddress,
  type ResolverOptions,
} from './name-resolver.ts';
import { parseTargetUrl, type WebhookTarget } from './target-url.ts';

export interface EgressGuard {
  /** For registration: a sentence that explains why the URL is refused; null if it may be used. */
  explainRefusal(url: string): Promise<string | null>;
  /**
   * A sentence if the address must not be connected to over this protocol, else null. `said` is the host as the partner
   * wrote it.
   */
  refusalOf(protocol: string, address: string, said: string): string | null;
  /** All addresses of a host name, if every one of them is allowed; otherwise throws RefusedTarget or NameError. */
  resolveAllowed(protocol: string, name: string): Promise<readonly ResolvedAddress[]>;
  kindOf(address: string): AddressKind;
  close(): void;
}

/** A connection that the guard refused; the message says why. */
export class RefusedTarget extends Error {
  readonly code = 'REFUSED_TARGET';
}

export function createEgressGuard(
  { allowPrivate }: { readonly allowPrivate: readonly string[] },
  options: ResolverOptions = {},
): EgressGuard {
  const kindOf = createAddressRules(allowPrivate);
  const resolver = createNameResolver(options);

  const refusalOf = (protocol: string, address: string, said: string): string | null => {
    const kind = kindOf(address);
    if (kind === 'public' && protocol === 'http:') return httpsRequired;
    if (kind !== 'forbidden') return null;
    // The resolved address is not disclosed: the name may be internal.
    return address === said
      ? `${said} is not a public IP address. Webhook endpoints must have public IP addresses.`
      : `The host name ${said} resolves to an IP address that is not public. Webhook endpoints must have public IP addresses.`;
  };

  const resolveAllowed = async (protocol: string, name: string): Promise<readonly ResolvedAddress[]> => {
    const addresses = await resolver.resolve(name);
    // All addresses must be allowed: mixing one forbidden address with public ones is a known SSRF technique.
    for (const { address } of addresses) {
      const refusal = refusalOf(protocol, address, name);
      if (refusal !== null) throw new RefusedTarget(refusal);
    }
    return addresses;
  };

  const explainName = async ({ protocol, host }: WebhookTarget): Promise<string | null> => {
    try {
      await resolveAllowed(protocol, host);
      return null;
    } catch (error) {
      if (error instanceof RefusedTarget) return error.message;
      if (!(error instanceof NameError)) throw error;
      // A host name may be registered before its DNS records exist. Only for plain http the address must be known now.
      return protocol === 'https:' ? null : `${httpsRequired} ${httpNotVerifiable} ${error.message}`;
    }
  };

  return {
    explainRefusal: async (url) => {
      const target = parseTargetUrl(url);
      if (typeof target === 'string') return target;
      return target.isAddress ? refusalOf(target.protocol, target.host, target.host) : explainName(target);
    },
    refusalOf,
    resolveAllowed,
    kindOf,
    close: () => resolver.close(),
  };
}

const httpsRequired = 'The URL must begin with https://.';
const httpNotVerifiable =
  'Plain http is only permitted for private networks that the operator allows, which cannot be verified now:';
