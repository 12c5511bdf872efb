// Request and response schemas of organizations and operators.
import { Type } from 'typebox';
import {
  closed,
  DateTime,
  listOf,
  Name,
  Nullable,
  named,
  OneOf,
  Uuid,
  type View,
  Words,
} from '../../../http/operations/schemas.ts';
import { role } from '../session/session-schemas.ts';

const name = (description: string) => Words(255, description);
const email = (description: string) => Type.String({ format: 'email', maxLength: 255, description });
const password = Type.String({
  minLength: 12,
  maxLength: 1_024,
  description:
    'At least 12 characters, and not easy to guess. Give it to the operator in person: it cannot be retrieved later.',
});
const createdAt = DateTime({ description: 'When it was created.' });

/** The account that an object of the operator API belongs to. */
export const accountRef = (description: string) =>
  Type.Object(
    {
      id: Uuid({ description: 'Unique id of the account.' }),
      name: Type.String({ description: 'Name of the account.' }),
    },
    { description },
  );

const organizationExample = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  name: 'Acme Furniture',
  pending_name: null,
  pending_name_at: null,
  pending_branding_at: null,
  contact_email: 'logistics@example.com',
  created_at: '2030-01-15T09:30:00.000Z',
};

export const OrganizationSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the organization.' }),
    name: name('Approved name of the organization, which customers see.'),
    pending_name: Nullable(
      Type.String({ description: 'Name that the partner has set and that waits for approval; null: none.' }),
    ),
    pending_name_at: Nullable(DateTime({ description: 'When the partner set it; null: none.' })),
    pending_branding_at: Nullable(
      DateTime({ description: 'When the partner submitted a branding that waits for approval; null: none.' }),
    ),
    contact_email: Nullable(
      Type.String({ description: 'Address for operational e-mail; null if there is none.' }),
    ),
    created_at: createdAt,
  },
  named('Organization', 'A partner company that books through the API.', organizationExample),
);

export const OrganizationListSchema = listOf(
  'OrganizationList',
  OrganizationSchema,
  'The organizations, ordered by name.',
  'All organizations.',
);

export const NewOrganizationSchema = Type.Object(
  {
    name: name('Display name of the organization.'),
    contact_email: Type.Optional(Nullable(email('Address for operational e-mail; null if there is none.'))),
  },
  closed('NewOrganization', 'Parameters of a new organization.', {
    name: 'Acme Furniture',
    contact_email: 'logistics@example.com',
  }),
);

const factsExample = {
  ...organizationExample,
  language: 'en',
  cancellation_policy: { tiers: [{ from: 'notice' as const, notice_minutes: 120, fee: { cents: 2_500 } }] },
};

const cents = (description: string) => Type.Optional(Type.Integer({ description }));

const TierSchema = Type.Object(
  {
    from: OneOf(['notice', 'crew_assigned', 'crew_departed', 'crew_arrived'], {
      description:
        'When the tier begins to apply: a number of minutes before the window starts (`notice`), or a step ' +
        'of the crew.',
    }),
    notice_minutes: Type.Optional(
      Type.Integer({
        description:
          'Only with `notice`: the tier applies from this many minutes before the arrival window starts.',
      }),
    ),
    fee: Type.Object(
      {
        percent: Type.Optional(Type.Number({ description: 'Percentage of the lower end of the estimate.' })),
        cents: cents('Fixed amount in cents, added to the percentage.'),
        min_cents: cents('Minimum fee in cents.'),
        max_cents: cents('Maximum fee in cents.'),
      },
      { description: 'Fee of the tier.' },
    ),
  },
  { description: 'A fee tier: when it applies and how much it charges.' },
);

const policyFields = {
  tiers: Type.Array(TierSchema, { description: 'Fee tiers. An empty array makes cancellation free.' }),
};

export const CancellationPolicySchema = Type.Object(
  policyFields,
  closed(
    'CancellationPolicy',
    'Fee tiers for cancellations by the partner. If several tiers apply, the highest fee is charged.',
    factsExample.cancellation_policy,
  ),
);

export const OrganizationFactsSchema = Type.Object(
  {
    ...OrganizationSchema.properties,
    language: OneOf(['en', 'es'], { description: 'Language of messages to customers of the organization.' }),
    cancellation_policy: Type.Object(policyFields, {
      description: 'Cancellation policy of the organization.',
    }),
  },
  named('OrganizationFacts', 'An organization with its language and cancellation policy.', factsExample),
);

export const NameDecisionSchema = Type.Object(
  { name: name('The name that waits for approval.') },
  closed('NameDecision', 'Decision about a name.', { name: 'Acme Home' }),
);

export const OrganizationUpdateSchema = Type.Object(
  {
    name: Type.Optional(
      name('Name of the organization. It is approved, and replaces a name that waits for approval.'),
    ),
    contact_email: Type.Optional(Nullable(email('Address for operational e-mail; null removes it.'))),
    language: Type.Optional(
      OneOf(['en', 'es'], {
        description: 'Language of messages to customers. Applies to messages that are planned from now on.',
      }),
    ),
  },
  closed('OrganizationUpdate', 'Changes to an organization. Omitted fields keep their values.', {
    language: 'es',
  }),
);

const operatorExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01',
  email: 'dana@example.com',
  name: 'Dana Reyes',
  role: 'dispatcher',
  disabled: false,
  second_factor: true,
  created_at: '2030-01-15T09:30:00.000Z',
};

export const OperatorSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the operator; the audit trail refers to it.' }),
    email: Type.String({ description: 'E-mail address for signing in.' }),
    name: Name(255, 'Full name.'),
    role: role(
      'Role: `viewer` reads, `dispatcher` also changes bookings, crews and shifts, `admin` also manages settings.',
    ),
    disabled: Type.Boolean({ description: 'Whether the operator is prevented from signing in.' }),
    second_factor: Type.Boolean({ description: 'Whether the operator has set up a second factor.' }),
    created_at: createdAt,
  },
  named(
    'Operator',
    'A person who works for the delivery company and signs in to the console.',
    operatorExample,
  ),
);

export const OperatorListSchema = listOf(
  'OperatorList',
  OperatorSchema,
  'The operators, ordered by name.',
  'All operators.',
);

export const NewOperatorSchema = Type.Object(
  {
    email: email('E-mail address for signing in.'),
    name: Name(255, 'Full name.'),
    role: role('Role of the operator.'),
    password,
  },
  closed('NewOperator', 'Parameters of a new operator.', {
    email: 'dana@example.com',
    name: 'Dana Reyes',
    role: 'dispatcher',
    password: 'correct horse battery staple',
  }),
);

export const OperatorUpdateSchema = Type.Object(
  {
    name: Type.Optional(Name(255, 'Full name.')),
    role: Type.Optional(role('Role of the operator. A new role ends all sessions of the operator.')),
    disabled: Type.Optional(
      Type.Boolean({
        description: 'true prevents the operator from signing in and ends all their sessions.',
      }),
    ),
    password: Type.Optional(password),
  },
  closed('OperatorUpdate', 'Changes to an operator. Omitted fields keep their values.', { role: 'admin' }),
);

export const accountSchemas = [
  OrganizationSchema,
  OrganizationListSchema,
  NewOrganizationSchema,
  CancellationPolicySchema,
  OrganizationFactsSchema,
  OrganizationUpdateSchema,
  NameDecisionSchema,
  OperatorSchema,
  OperatorListSchema,
  NewOperatorSchema,
  OperatorUpdateSchema,
];

export type Operator = View<typeof OperatorSchema>;
export type OrganizationFacts = View<typeof OrganizationFactsSchema>;
