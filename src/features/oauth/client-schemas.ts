// Request fields for API clients, shared by the portal and the operator API.
import { Type } from 'typebox';
import { knownScopes } from '../../domain/account/scopes.ts';
import { OneOf, Words } from '../../http/operations/schemas.ts';

/** 30 days. */
const maxOverlapHours = 720;

export const clientName = Words(100, 'Purpose of the client.');

export const clientScopes = Type.Array(OneOf(knownScopes), {
  minItems: 1,
  maxItems: knownScopes.length,
  uniqueItems: true,
  description: 'Scopes that tokens of the client may have. Default: `org`.',
});

export const overlapHours = Type.Integer({
  minimum: 0,
  maximum: maxOverlapHours,
  description: 'Hours for which the old secret stays valid. Default: 24. `0` ends it at once.',
});
