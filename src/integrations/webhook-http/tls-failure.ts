// Explains TLS and certificate errors of a receiver, with what to do.

/** Validity dates of the rejected certificate, for the message. */
export interface CertificateDates {
  readonly validFrom: string;
  readonly validTo: string;
}

/** A failed TLS handshake, with the certificate of the receiver. */
export class TlsFailure extends Error {
  readonly code: string;
  readonly certificate: CertificateDates;

  constructor(cause: Error & { readonly code: string }, certificate: CertificateDates) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.certificate = certificate;
  }
}

const explanations: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The TLS certificate has expired. Renew it.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet. Install one that is valid now.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The TLS certificate is self-signed. Use a certificate of a public certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The TLS certificate was issued by a certificate authority that is not publicly trusted. Use one of a public certificate authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate cannot be verified. Most likely the server does not send its intermediate certificates: configure the full chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The TLS certificate cannot be verified: the server does not send its intermediate certificates, or its certificate authority is not publicly trusted. Configure the full chain of a public certificate authority.',
  UNABLE_TO_GET_ISSUER_CERT:
    'The TLS certificate cannot be verified: the server does not send all of its intermediate certificates. Configure the full chain.',
  CERT_REVOKED: 'The TLS certificate has been revoked. Replace it.',
  EPROTO:
    'The server does not support TLS on this port, or only an obsolete version. Enable TLS 1.2 or later.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not support TLS on this port, or only an obsolete version. Enable TLS 1.2 or later.',
};

/** null if the error is not about TLS. */
export function explainTls(error: Error, code: string, host: string): string | null {
  const cause: unknown = error.cause instanceof Error ? error.cause : error;
  if (error instanceof TlsFailure && code === 'CERT_HAS_EXPIRED')
    return `The TLS certificate expired on ${error.certificate.validTo}. Renew it.`;
  if (error instanceof TlsFailure && code === 'CERT_NOT_YET_VALID')
    return `The TLS certificate is not valid before ${error.certificate.validFrom}. Install one that is valid now.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The TLS certificate is not valid for ${host}${validNames(cause)}. Install a certificate for this host name.`;
  if (explanations[code] !== undefined) return explanations[code];
  return /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH)/.test(
    code,
  )
    ? `The TLS handshake failed (${code}).`
    : null;
}

const maxNames = 5;

/** `; it is valid for a.example, b.example`. The error carries the certificate. */
function validNames(error: unknown): string {
  const certificate = error instanceof Error && 'cert' in error ? error.cert : undefined;
  const names =
    typeof certificate === 'object' && certificate !== null && 'subjectaltname' in certificate
      ? String(certificate.subjectaltname)
      : '';
  const listed = names
    .split(', ')
    .filter((name) => /^(DNS|IP Address):[\w.:*-]+$/.test(name))
    .map((name) => name.replace(/^(DNS|IP Address):/, ''));
  if (listed.length === 0) return '';
  return `; it is valid for ${listed.slice(0, maxNames).join(', ')}${listed.length > maxNames ? ' and others' : ''}`;
}
