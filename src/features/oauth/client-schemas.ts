// Request fields for API clients, shared by the portal and the operator API.
import { Type } from 'typebox';
import { knownScopes } from '../../domain/scopes.ts';
import { OneOf, Words } from '../../http/schemas.ts';

/** 30 days. */
const maxOverlapHours = 720;

export const clientName = Words(100, 'What it is for.');

export const clientScopes = Type.Array(OneOf(knownScopes), {
  minItems: 1,
  maxItems: knownScopes.length,
  uniqueItems: true,
  description: 'The most its tokens may carry; `org` unless said.',
});

export const overlapHours = Type.Integer({
  minimum: 0,
  maximum: maxOverlapHours,
  description: 'For how long the old secret works too: 24 unless said, 0 ends it at once.',
});
