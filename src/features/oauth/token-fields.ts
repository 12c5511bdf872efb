// Parses the fields of an OAuth request. All known fields are strings; unknown fields are ignored (RFC 6749, 3.2).
import { Problem } from '../../lib/problem.ts';

const knownFields = [
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
] as const;

const maxLength = 4_096;

export function readTokenFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw Problem.of('invalid_request', 'The body must be a JSON object or form-encoded.');
  }
  const fields: Record<string, string> = {};
  for (const name of knownFields) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.length > maxLength) {
      throw Problem.of('invalid_request', `${name} must be a string of at most ${maxLength} characters.`, {
        param: name,
      });
    }
    fields[name] = value;
  }
  return fields;
}
