// Request and response schemas of users in the operator API.
import { Type } from 'typebox';
import {
  closed,
  DateTime,
  Nullable,
  named,
  pageOf,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';

const example = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  account_id: '01941f29-7c00-7bbb-8f21-5a7f3c2b9e10',
  username: 'marta',
  disabled: false,
  session_count: 1,
  application_count: 1,
  created_at: '2030-01-15T09:30:00.000Z',
};

const userFields = {
  id: Uuid({ description: 'Unique id of the user.' }),
  account_id: Uuid({ description: 'Id of the personal account of the user.' }),
  username: Type.String({ description: 'User name for sign-in.' }),
  disabled: Type.Boolean({ description: 'Whether the user is disabled and cannot sign in.' }),
  session_count: Type.Integer({ description: 'Number of browsers that are signed in.' }),
  application_count: Type.Integer({ description: 'Number of applications with access to the account.' }),
  created_at: DateTime({ description: 'When the user was created.' }),
};

const UserSchema = Type.Object(
  userFields,
  named('User', 'A user with a personal account, who signs in to applications of partners.', example),
);

export const UserListSchema = Type.Object(
  pageOf(UserSchema, 'UserList').properties,
  named('UserList', 'A page of users.', { data: [example], next: null }),
);

const UserApplicationSchema = Type.Object({
  id: Uuid({ description: 'Unique id of the API client.' }),
  client_id: Type.String({ description: 'OAuth client id.' }),
  name: Type.String({ description: 'Name of the application.' }),
  organization: Type.String({ description: 'Organization that the application belongs to.' }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of its tokens.' }),
  granted_at: DateTime({ description: 'When the user first granted the access that is still valid.' }),
  last_used_at: Nullable(DateTime({ description: 'Last known use; null if unknown.' })),
});

const UserSessionSchema = Type.Object({
  id: Uuid({ description: 'Id of the session.' }),
  browser: Nullable(Type.String({ description: 'Browser and operating system; null if unknown.' })),
  address: Nullable(Type.String({ description: 'IP address at sign-in; null if unknown.' })),
  created_at: DateTime({ description: 'When the user signed in.' }),
});

export const UserDetailsSchema = Type.Object(
  {
    ...userFields,
    applications: Type.Array(UserApplicationSchema, {
      description: 'Applications with access, newest first.',
    }),
    sessions: Type.Array(UserSessionSchema, { description: 'Sign-in sessions, newest first.' }),
  },
  named('UserDetails', 'A user with the applications that have access, and the sign-in sessions.', {
    ...example,
    applications: [
      {
        id: '01941f29-7c00-7ccc-8f21-5a7f3c2b9e10',
        client_id: 'wb_production_client_3dJ1mQ8sYb5T',
        name: 'Northwind Planner',
        organization: 'Northwind Furniture',
        scopes: ['public', 'user:read'],
        granted_at: '2030-01-15T09:30:00.000Z',
        last_used_at: '2030-01-15T09:42:00.000Z',
      },
    ],
    sessions: [
      {
        id: '01941f29-7c00-7ddd-8f21-5a7f3c2b9e10',
        browser: 'Firefox on Windows',
        address: '203.0.113.7',
        created_at: '2030-01-15T09:30:00.000Z',
      },
    ],
  }),
);

export type UserDetails = View<typeof UserDetailsSchema>;

export const UserUpdateSchema = Type.Object(
  {
    disabled: Type.Boolean({
      description:
        'true disables the user, ends all sign-in sessions and revokes all tokens immediately; false enables.',
    }),
  },
  closed('UserUpdate', 'Changes to a user.', { disabled: true }),
);

export const userSchemas = [UserSchema, UserListSchema, UserDetailsSchema, UserUpdateSchema];
