// Introduction and tags of the OpenAPI document of the operator API.

export const operatorTags = [
  { name: 'Session', description: 'Sign in, retrieve the current operator, sign out.' },
  {
    name: 'Sign-in',
    description: 'Invitations, password resets, second factors and sessions of an operator.',
  },
  {
    name: 'Exceptions',
    description: 'Bookings, payments and endpoints that need an operator, and decisions about them.',
  },
  { name: 'Search', description: 'Search across all kinds of records.' },
  { name: 'Board', description: 'Bookings of one day by crew.' },
  { name: 'Bookings', description: 'Bookings of all accounts, with their history.' },
  {
    name: 'Dispatch',
    description: 'Assign crews to bookings, by a dispatcher or by offers to suitable crews.',
  },
  { name: 'Crews', description: 'Vehicles and their crew members.' },
  { name: 'Shifts', description: 'Working hours of crews.' },
  { name: 'Progress', description: 'Steps of a crew along a route, and decisions of operators about stops.' },
  { name: 'Money', description: 'Adjustments of final fares.' },
  { name: 'Areas', description: 'Service areas and their dispatch mode.' },
  {
    name: 'Plans',
    description: 'Plans of a service area and day: which crew serves which booking, and when.',
  },
  { name: 'Capacity', description: 'Utilization per hour, and capacity overrides.' },
  { name: 'Dashboards', description: 'Business figures.' },
  { name: 'Organizations', description: 'Partner organizations.' },
  { name: 'Messages', description: 'Messages to customers and partners.' },
  { name: 'API clients', description: 'OAuth clients of organizations.' },
  { name: 'Requests', description: 'Request log of all accounts.' },
  { name: 'People’s data', description: 'Export and erase the personal data of a data subject.' },
  { name: 'Operators', description: 'Operators of the console.' },
  { name: 'Users', description: 'Users with personal accounts, who sign in to applications of partners.' },
  { name: 'Security', description: 'Security events of the audit trail.' },
];

export const operatorIntroduction = `Manage the bookings of partners: crews, shifts, progress along each route, and billing.

Operators are people who work for the delivery company. They have a separate account in each environment. Partner tokens are
not valid here, and operator tokens are not valid on the partner API.

## Sign in

\`\`\`sh
TOKEN=$(curl -s "$BASE_URL/operator/sessions" -H 'Content-Type: application/json' \\
  -d '{"email":"'"$EMAIL"'","password":"'"$PASSWORD"'","token":true}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -s "$BASE_URL/operator/session" -H "Authorization: Bearer $TOKEN"
\`\`\`

Without \`"token": true\` the response sets an HTTP-only cookie, which the console uses. With the cookie, every write needs the
\`csrf_token\` of \`GET /operator/session\` in the header \`X-CSRF-Token\`. A session ends after 12 hours without use, after 7 days
in any case, and at once when the operator is disabled or gets another role or password.

## Roles

\`viewer\` can read. \`dispatcher\` can also move bookings and manage crews and shifts. \`admin\` can also manage organizations,
operators, areas and fares. Each role includes the previous one. 403 \`insufficient_role\` names the required role.

## Moving a booking

Every move of a booking follows the same state machine as for partners and the sandbox, and sends the same events to partners.
A move that the current state does not allow is refused with 409 \`booking_not_editable\`; the message contains the state. Moves
of a stop identify the stop by its id. If a move happened earlier than it is reported, send the time in \`occurred_at\`.

Send an \`Idempotency-Key\` with every move that may be repeated, for example from a phone with a poor connection: a repeated
request with the same key and body within 24 hours has its effect once and returns the stored response, with
\`Idempotent-Replayed: true\`. A key belongs to the operator, the operation and the account of the booking. Without a key, a
repeated move is refused with 409, because the state no longer allows it.

## Errors

Every error response has the schema \`Error\` and a code of the partner API; see [all codes](/docs/errors). Bodies are JSON,
unknown parameters are refused, amounts are integer cents in USD, and times are ISO 8601 with an offset.
`;
