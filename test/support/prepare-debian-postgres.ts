// Global setup of the fault tests.
export { prepareDebianPostgres as setup } from './debian-postgres.ts';
