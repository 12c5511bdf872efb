// Introduction and tags of the OpenAPI document of the operator API.

export const operatorTags = [
  { name: 'Session', description: 'Sign in, see who you are, sign out.' },
  {
    name: 'Sign-in',
    description: 'Invitations, forgotten passwords, the second factor, and where you are signed in.',
  },
  { name: 'Exceptions', description: 'What needs somebody, and what was done about it.' },
  { name: 'Search', description: 'One field for everything.' },
  { name: 'Board', description: 'A day at a glance.' },
  { name: 'Bookings', description: 'Bookings of all accounts: find them, and what happened to them.' },
  { name: 'Dispatch', description: 'Give bookings their crews: by hand, or by offers to crews that fit.' },
  { name: 'Crews', description: 'Vehicles and the people in them.' },
  { name: 'Shifts', description: 'When crews work.' },
  { name: 'Progress', description: 'What a crew does along the route, and what an operator decides.' },
  { name: 'Money', description: 'Put a final fare right.' },
  { name: 'Areas', description: 'Where the company drives, and how crews are found there.' },
  { name: 'Capacity', description: 'How full hours are, and exceptions from what areas offer.' },
  { name: 'Dashboards', description: 'How business goes.' },
  { name: 'Organizations', description: 'Who orders jobs.' },
  { name: 'Messages', description: 'What customers and partners were written.' },
  { name: 'API clients', description: 'What their programs sign in as.' },
  { name: 'Requests', description: 'What their programs called, and what was answered.' },
  { name: 'People’s data', description: 'What is kept of one person, and its end.' },
  { name: 'Operators', description: 'Who runs them.' },
];

export const operatorIntroduction = `Run the jobs that partners order: crews, their days, their way along each route, and the money afterwards.

Operators are people of the delivery company. They sign in with accounts of their own, in each environment apart; partners'
tokens mean nothing here, and operators' tokens nothing on the partner API.

## Sign in

\`\`\`sh
TOKEN=$(curl -s "$BASE_URL/operator/sessions" -H 'Content-Type: application/json' \\
  -d '{"email":"'"$EMAIL"'","password":"'"$PASSWORD"'","token":true}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -s "$BASE_URL/operator/session" -H "Authorization: Bearer $TOKEN"
\`\`\`

Without \`"token": true\` the answer sets a cookie that no script can read, for our own pages; they send \`csrf_token\` of
\`GET /operator/session\` as \`X-CSRF-Token\` with every write. A session ends after 12 hours without use, after 7 days in any
case, and at once when the operator is disabled or gets another role or password.

## Roles

\`viewer\` reads. \`dispatcher\` also moves bookings and runs crews and shifts. \`admin\` also sees to organizations, operators,
areas and money. Each may do what the one before it may; 403 \`insufficient_role\` names the role that is needed.

## Moving a booking

Every move goes through the same rules as those of partners and of the sandbox, and partners are told of it by the same
events. A move that does not follow from where the booking stands is refused with 409 \`booking_not_editable\`; the message
says where it stands. Moves of a stop name the stop by its id, and may say when they happened (\`occurred_at\`) if that was
earlier than they are told.

Send an \`Idempotency-Key\` with every move that may have to be repeated, as a phone on a bad line does: the same key and
body within 24 hours give the same answer, marked \`Idempotent-Replayed: true\`, and the effect once. A key belongs to the
operator, the operation and the account of the booking. Without a key a repeated move is refused with 409, as it no longer
follows from where the booking stands.

## Errors

Every error has the shape \`Error\`, with the codes of the partner API; [all codes](/docs/errors). Bodies are JSON, parameters
that an operation does not know are refused, money is integer cents in USD, times are ISO 8601 with a zone.
`;
