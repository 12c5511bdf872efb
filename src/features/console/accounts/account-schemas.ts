// Request and response schemas of organizations and operators.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid, Words } from '../../../http/schemas.ts';
import { role } from '../session/session-schemas.ts';

const name = (description: string) => Words(255, description);
const email = (description: string) => Type.String({ format: 'email', maxLength: 255, description });
const password = Type.String({
  minLength: 12,
  maxLength: 1_024,
  description: 'At least 12 characters. Hand it over in person; it is not shown again.',
});
const createdAt = DateTime({ description: 'Since when.' });

const organizationExample = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  name: 'Acme Furniture',
  contact_email: 'logistics@example.com',
  created_at: '2030-01-15T09:30:00.000Z',
};

export const OrganizationSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    name: name('What it is called.'),
    contact_email: Nullable(Type.String({ description: 'Where operational mail goes.' })),
    created_at: createdAt,
  },
  { $id: 'Organization', description: 'Who orders jobs.', examples: [organizationExample] },
);

export const OrganizationListSchema = Type.Object(
  { data: Type.Array(ref(OrganizationSchema), { description: 'By name.' }) },
  {
    $id: 'OrganizationList',
    description: 'Every organization.',
    examples: [{ data: [organizationExample] }],
  },
);

export const NewOrganizationSchema = Type.Object(
  {
    name: name('What it is called.'),
    contact_email: Type.Optional(Nullable(email('Where operational mail goes; null for nowhere.'))),
  },
  {
    $id: 'NewOrganization',
    additionalProperties: false,
    description: 'An organization to create.',
    examples: [{ name: 'Acme Furniture', contact_email: 'logistics@example.com' }],
  },
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
      description: 'From when on it holds.',
    }),
    notice_minutes: Type.Optional(
      Type.Integer({ description: 'Of `notice`: so long before the window begins.' }),
    ),
    fee: Type.Object(
      {
        percent: Type.Optional(Type.Number({ description: 'Of the lowest estimate.' })),
        cents: cents('A fixed amount on top.'),
        min_cents: cents('At least this.'),
        max_cents: cents('At most this.'),
      },
      { description: 'What it asks.' },
    ),
  },
  { description: 'From when on, and what it asks.' },
);

const policyFields = { tiers: Type.Array(TierSchema, { description: 'None: cancelling is free.' }) };

export const CancellationPolicySchema = Type.Object(policyFields, {
  $id: 'CancellationPolicy',
  additionalProperties: false,
  description: 'What cancelling costs. Of the tiers that hold, the one that asks the most is charged.',
  examples: [factsExample.cancellation_policy],
});

export const OrganizationFactsSchema = Type.Object(
  {
    ...OrganizationSchema.properties,
    language: OneOf(['en', 'es'], { description: 'In which its customers are written to.' }),
    cancellation_policy: Type.Object(policyFields, {
      description: 'What cancelling costs, as its document says.',
    }),
  },
  { $id: 'OrganizationFacts', description: 'Who orders jobs, and how.', examples: [factsExample] },
);

export const OrganizationUpdateSchema = Type.Object(
  {
    name: Type.Optional(name('What it is called.')),
    contact_email: Type.Optional(Nullable(email('Where operational mail goes; null for nowhere.'))),
    language: Type.Optional(
      OneOf(['en', 'es'], { description: 'For messages about what happens from now on.' }),
    ),
  },
  {
    $id: 'OrganizationUpdate',
    additionalProperties: false,
    description: 'What is left out stays as it is.',
    examples: [{ language: 'es' }],
  },
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
    id: Uuid({ description: 'Names them in the audit trail.' }),
    email: Type.String({ description: 'What they sign in with.' }),
    name: name('Their name.'),
    role: role('What they may do.'),
    disabled: Type.Boolean({ description: 'true: they cannot sign in.' }),
    second_factor: Type.Boolean({ description: 'true: a second factor is set up.' }),
    created_at: createdAt,
  },
  { $id: 'Operator', description: 'Somebody who runs Waybill.', examples: [operatorExample] },
);

export const OperatorListSchema = Type.Object(
  { data: Type.Array(ref(OperatorSchema), { description: 'By name.' }) },
  { $id: 'OperatorList', description: 'Every operator.', examples: [{ data: [operatorExample] }] },
);

export const NewOperatorSchema = Type.Object(
  {
    email: email('What they sign in with.'),
    name: name('Their name.'),
    role: role('What they may do.'),
    password,
  },
  {
    $id: 'NewOperator',
    additionalProperties: false,
    description: 'An operator to create.',
    examples: [
      {
        email: 'dana@example.com',
        name: 'Dana Reyes',
        role: 'dispatcher',
        password: 'correct horse battery staple',
      },
    ],
  },
);

export const OperatorUpdateSchema = Type.Object(
  {
    name: Type.Optional(name('Their name.')),
    role: Type.Optional(role('What they may do.')),
    disabled: Type.Optional(Type.Boolean({ description: 'true: they can no longer sign in.' })),
    password: Type.Optional(password),
  },
  {
    $id: 'OperatorUpdate',
    additionalProperties: false,
    description: 'What is left out stays as it is.',
    examples: [{ role: 'admin' }],
  },
);

export const peopleSchemas = [
  OrganizationSchema,
  OrganizationListSchema,
  NewOrganizationSchema,
  CancellationPolicySchema,
  OrganizationFactsSchema,
  OrganizationUpdateSchema,
  OperatorSchema,
  OperatorListSchema,
  NewOperatorSchema,
  OperatorUpdateSchema,
];
