// Explains TLS and certificate errors of a receiver, with what to do.

/** Validity dates of the rejected certificate, for the message. */
export interface SeenCertificate {
  readonly validFrom: string;
  readonly validTo: string;
}

/** A failed TLS handshake, with the certificate of the receiver. */
export class TlsFailure extends Error {
  readonly code: string;
  readonly certificate: SeenCertificate;

  constructor(cause: Error & { readonly code: string }, certificate: SeenCertificate) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.certificate = certificate;
  }
}

const explanations: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed. Use one of a public authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an authority that is not publicly trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate cannot be verified. Most likely the server does not send its intermediate certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate cannot be verified: the server does not send its intermediate certificates, or its authority is not publicly trusted.',
  UNABLE_TO_GET_ISSUER_CERT:
    'The certificate cannot be verified: the server does not send all of its intermediate certificates.',
  CERT_REVOKED: 'The certificate has been revoked.',
  EPROTO: 'The server does not speak TLS at this port, or no version of it that is still safe.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not speak TLS at this port, or no version of it that is still safe.',
};

/** null if the error is not about TLS. */
export function explainTls(error: Error, code: string, host: string): string | null {
  const cause: unknown = error.cause instanceof Error ? error.cause : error;
  if (error instanceof TlsFailure && code === 'CERT_HAS_EXPIRED')
    return `The certificate expired on ${error.certificate.validTo}.`;
  if (error instanceof TlsFailure && code === 'CERT_NOT_YET_VALID')
    return `The certificate is not valid before ${error.certificate.validFrom}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate is not for ${host}${validNames(cause)}.`;
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
  return `, but for ${listed.slice(0, maxNames).join(', ')}${listed.length > maxNames ? ' and others' : ''}`;
}
