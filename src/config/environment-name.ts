// The two environments: same code, separate data, credentials and address.

export type EnvironmentName = 'production' | 'sandbox';
