// Introduction, tags and scopes of the OpenAPI document. The table of error codes comes from the error catalogue.
import type { Scope } from '../domain/scopes.ts';
import { catalogueEntries } from './error-catalogue.ts';

export const tags = [
  { name: 'Authentication', description: 'OAuth 2.0: get and revoke access tokens.' },
  { name: 'Account', description: 'The account behind the access token, and its calls.' },
  { name: 'Quotes', description: 'What a route would cost, per product.' },
  { name: 'Schedule', description: 'When a crew could arrive.' },
  { name: 'Bookings', description: 'Order, list, read, change and cancel jobs.' },
  {
    name: 'Webhooks',
    description: 'Be told of events: endpoints of your own, and the portal to manage them.',
  },
  { name: 'Events', description: 'What happened: as webhooks that we send, and as a feed to read.' },
  { name: 'Billing', description: 'What was billed and paid, and monthly statements of it.' },
  {
    name: 'Sandbox',
    description:
      'Bad days to order, and a clock of your own. These operations exist in the sandbox only; in production there is nothing at ' +
      'their addresses (404).',
  },
  { name: 'Operations', description: 'For those who run the service: is it alive, is it ready?' },
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

export const introduction = `Order moving and delivery jobs that crews with vehicles carry out.

Production and sandbox are separate environments with credentials and data of their own. In the sandbox no crew drives
and no money moves; jobs can be played there, and bad days made to order.

New here? [The quickstart](/docs/quickstart) leads to a first booking and a signed webhook; [all guides](/docs) are beside it.

## First call

Get a token once and keep it: it does not expire.

\`\`\`sh
curl -s "$BASE_URL/oauth/token" -H 'Content-Type: application/json' \\
  -d '{"grant_type":"client_credentials","client_id":"'"$CLIENT_ID"'","client_secret":"'"$CLIENT_SECRET"'"}'
curl -s "$BASE_URL/account" -H "Authorization: Bearer $TOKEN" \\
  -H 'Accept: application/vnd.service+json; version=2'
\`\`\`

## Requests and versions

Send \`Accept: application/vnd.service+json; version=2\` with every call; without it, or with \`application/json\`, version 2
answers. Another version or media type gives 406. Bodies are JSON in UTF-8, at most 256 KB, sent as \`application/json\` or
in the vendor type. Parameters that an operation does not know are refused, so that a misspelt one cannot go unnoticed.
Money is integer cents in USD, times are ISO 8601 with a zone.

Every answer carries \`X-Request-Id\`. Send your own and it is kept.

## Scopes

Every call acts for the account that owns the access token. \`org\` covers \`org:read\` and \`org:write\`, \`user\` covers
\`user:read\` and \`user:write\`; \`public\` is in every token. Each operation names the scopes of which it needs one.

## Rate limit

300 requests per 60 seconds and account, over all its tokens; the window opens with its first request. \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` come with every answer to an authenticated call. On 429 wait for
\`Retry-After\` seconds. Whoever keeps sending far beyond the limit is blocked for 15 minutes, longer each time, up to a day.

## Safe retries

Send an \`Idempotency-Key\` with any POST, PATCH or DELETE (not under /oauth). The same key and body within 24 hours give the
same answer, byte for byte, marked \`Idempotent-Replayed: true\`, and the effect once. Another body under the same key gives
422. Only successes are kept: after a failure the key may be used again.

## Errors

Every error has the shape \`Error\`: \`type\` is its family, \`message\` is for people, \`param\` names the offending parameter by
its exact path (\`stops[2].location\`), \`code\` is a stable word for programs, and \`doc_url\` explains it. Checks come in this
order: token (401), rate limit (429), scope (403), version, media type and size (406, 415, 413), parameters, then whether
the thing exists (404) and is in a state that allows it.

These can happen to any call and are not repeated for each: 405 when the address does not take the method (\`Allow\` says
which it takes), 408 when a request does not arrive within 10 seconds, 431 when the headers exceed 16 KB, and 500.

| code | status | meaning |
|---|---|---|
${codeTable.join('\n')}
`;
