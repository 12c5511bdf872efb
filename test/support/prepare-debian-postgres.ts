// Global setup of the slow tests: PostgreSQL of Debian for the fault tests.
export { prepareDebianPostgres as setup } from './debian-postgres.ts';
