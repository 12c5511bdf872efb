// Describes a failed webhook attempt in plain words, for operators and for e-mails to partners.
import type { Language } from '../../lib/language.ts';
import type { AttemptOutcome } from './webhook-delivery.ts';

export type FailureOutcome = Exclude<AttemptOutcome, 'ok'>;

type WithoutResponse = Exclude<FailureOutcome, 'http_error' | 'gone'>;

const texts = {
  en: {
    response: 'The endpoint responded with HTTP',
    timeout: 'The endpoint did not respond completely in time.',
    dns: 'The host name does not resolve (DNS).',
    refused: 'The server refused the connection.',
    reset: 'The connection ended before a complete response.',
    tls: 'The TLS connection failed. The certificate may be expired or not valid for the host.',
    blocked: 'The host resolves to an address that is not public.',
  },
  es: {
    response: 'El endpoint respondió con HTTP',
    timeout: 'El endpoint no respondió por completo a tiempo.',
    dns: 'El nombre del servidor no se puede resolver (DNS).',
    refused: 'El servidor rechazó la conexión.',
    reset: 'La conexión terminó antes de una respuesta completa.',
    tls: 'La conexión TLS falló. Es posible que el certificado haya caducado o no sea válido para el servidor.',
    blocked: 'El nombre del servidor apunta a una dirección que no es pública.',
  },
} as const satisfies Record<Language, Record<WithoutResponse | 'response', string>>;

/** Returns one or two sentences, for example "The endpoint responded with HTTP 503." */
export function describeAttemptFailure(
  outcome: FailureOutcome,
  statusCode: number | null,
  language: Language = 'en',
): string {
  const words = texts[language];
  if (outcome !== 'http_error' && outcome !== 'gone') return words[outcome];
  const code = outcome === 'gone' ? '410 (Gone)' : (statusCode ?? '');
  return `${words.response} ${code}.`;
}
