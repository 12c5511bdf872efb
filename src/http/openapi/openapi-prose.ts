// Introduction, tags and scopes of the OpenAPI document. The table of error codes comes from the error catalogue.
import type { Scope } from '../../domain/account/scopes.ts';
import { readVersion } from '../../lib/version.ts';
import { catalogueEntries } from '../server/error-catalogue.ts';

export const tags = [
  { name: 'Authentication', description: 'Create and revoke OAuth 2.0 access tokens.' },
  { name: 'Account', description: 'The account of the access token, and its request log.' },
  { name: 'Quotes', description: 'Prices of a route, per product.' },
  { name: 'Schedule', description: 'Arrival windows for a product and a route.' },
  { name: 'Bookings', description: 'Create, list, retrieve, update and cancel bookings.' },
  {
    name: 'Webhooks',
    description: 'Webhook endpoints that receive events, and the portal to manage them.',
  },
  {
    name: 'Events',
    description: 'Events about bookings and endpoints: sent as webhooks, and listed in the event feed.',
  },
  { name: 'Billing', description: 'Billing records, payments and monthly statements.' },
  {
    name: 'Sandbox',
    description:
      'Simulated failures and a test clock. These operations exist only in the sandbox; production returns 404 for them.',
  },
  { name: 'Operations', description: 'Liveness and readiness probes.' },
];

export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  public: 'Base scope, in every token',
  org: 'Read and write for all resources of the organization',
  'org:read': 'List and view resources of the organization',
  'org:write': 'Create, update and delete resources of the organization',
  user: 'Read and write for the personal account of a user',
  'user:read': 'List and view resources of the personal account',
  'user:write': 'Create, update and delete resources of the personal account',
};

const codeTable = catalogueEntries.map(
  ({ code, status, meaning }) => `| [\`${code}\`](/docs/errors#${code}) | ${status} | ${meaning} |`,
);

/** Fixed by the contract ("Versioning"); the version of Waybill is another one. */
export const INTERFACE_VERSION = '0.0.1';

export const introduction = `Book moving and delivery jobs that are carried out by crews with vehicles.

Production and sandbox are separate environments with their own credentials and data. In the sandbox no crew drives and no
money moves; bookings can be simulated, including failures.

Start with [the quickstart](/docs/quickstart): it leads to a first booking and a signed webhook. See also [all guides](/docs).

${INTERFACE_VERSION} is the version of this interface description; Waybill ${readVersion()} serves it.

## First request

Create an access token once and reuse it: it does not expire.

\`\`\`sh
curl -s "$BASE_URL/oauth/token" -H 'Content-Type: application/json' \\
  -d '{"grant_type":"client_credentials","client_id":"'"$CLIENT_ID"'","client_secret":"'"$CLIENT_SECRET"'"}'
curl -s "$BASE_URL/account" -H "Authorization: Bearer $TOKEN" \\
  -H 'Accept: application/vnd.service+json; version=2'
\`\`\`

## Requests and versions

Send \`Accept: application/vnd.service+json; version=2\` with every request. Without the header, or with \`application/json\`,
the response has version 2. Any other version or media type returns 406. Bodies are JSON in UTF-8 of at most 256 KB, sent
as \`application/json\` or in the vendor media type. Unknown parameters are refused, so that misspelled names do not go
unnoticed. Amounts are integer cents in USD.

## Times

Times in responses are ISO 8601 in UTC, with milliseconds: \`2030-01-31T14:00:00.000Z\`. Requests accept these forms:

| part | accepted |
|---|---|
| date | \`YYYY-MM-DD\`, years 0001 to 9999 |
| separator | \`T\`, \`t\` or one white-space character |
| time | \`hh:mm\` or \`hh:mm:ss\`, the latter optionally with a fraction after a point; \`00:00\` to \`23:59:59\` |
| zone (required) | \`Z\`, \`z\`, \`+hh:mm\`, \`-hh:mm\`, \`+hhmm\` or \`-hhmm\` |

Examples: \`2030-01-31T14:00Z\`, \`2030-01-31T09:00:00-05:00\`, \`2030-01-31T14:00:00.250Z\`.
In a query, encode \`+\` as \`%2B\`.

## Empty fields

A request that creates something treats an optional field with the value \`null\` as absent. A PATCH changes the fields that it
contains, and \`null\` clears a field that can be null. In an optional text, \`""\` has the same meaning as \`null\`. Fields with a
format (ids, times, e-mail addresses, phone numbers, URIs), fields with a list of values, and required texts refuse \`""\`.

Every response has the header \`X-Request-Id\`. If the request contains one, its value is used.

## Scopes

A request acts for the account that owns the access token. \`org\` includes \`org:read\` and \`org:write\`; \`user\` includes
\`user:read\` and \`user:write\`; every token has \`public\`. Each operation lists the scopes of which it requires one.

## Rate limit

The limit is 300 requests per 60 seconds for each account, across all its tokens. The window starts with its first request.
Responses to authenticated requests have the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`. On 429,
wait for the number of seconds in \`Retry-After\`. An account that keeps exceeding the limit by far is blocked for 15 minutes,
and longer each time, up to 24 hours.

## Safe retries

Send an \`Idempotency-Key\` with any POST, PATCH or DELETE (not under /oauth). A repeated request with the same key and body
within 24 hours has its effect once and returns the stored response, byte for byte, with \`Idempotent-Replayed: true\`. The
same key with a different body returns 422. Only successful responses are stored: after an error the key can be used again.

## Errors

Every error response has the schema \`Error\`: \`type\` is the category, \`message\` is for people, \`param\` is the exact path of the
parameter (\`stops[2].location\`), \`code\` is a stable identifier for programs, and \`doc_url\` links to its documentation. Checks
run in this order: token (401), rate limit (429), scope (403), version, media type and size (406, 415, 413), parameters, then
whether the resource exists (404) and whether its state allows the operation.

Any request can fail with these errors, which are not listed for each operation: 405 if the path does not support the method
(see \`Allow\`), 408 if the request is not received within 10 seconds, 431 if the headers exceed 16 KB, and 500.

| code | status | meaning |
|---|---|---|
${codeTable.join('\n')}
`;
