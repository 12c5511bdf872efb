// Validators for the parts of a request. Bodies are taken as they are; query and path values arrive as text and are
// converted. Nothing is dropped or filled in silently.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Called by the framework for every scope that adds schemas of its own, which is why it is given as a factory: a
 * compiler that is merely set would be replaced there by the framework's, which drops and converts.
 */
export function buildValidator(sharedSchemas: unknown): FastifySchemaCompiler<object> {
  const shared = sharedSchemas as Record<string, object>;
  const strict = createAjv(shared, false);
  const converting = createAjv(shared, true);
  return ({ schema, httpPart }) => (httpPart === 'body' ? strict : converting).compile(schema);
}

function createAjv(sharedSchemas: Record<string, object>, coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ coerceTypes, strict: false, verbose: true, discriminator: false });
  formats.default(ajv);
  // `uri` alone admits javascript: and hosts of nothing.
  ajv.addFormat('http-url', (text: string) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && hostname !== '';
  });
  // Numbers that could exist: partners test with ones that nobody was given.
  ajv.addFormat(
    'e164',
    (text: string) =>
      /^\+[1-9]\d{1,14}$/.test(text) && parsePhoneNumberFromString(text)?.isPossible() === true,
  );
  for (const schema of Object.values(sharedSchemas)) ajv.addSchema(schema);
  return ajv;
}
