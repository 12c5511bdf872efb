// The two environments of one code: each has its own data, credentials and address.

export type EnvironmentName = 'production' | 'sandbox';
