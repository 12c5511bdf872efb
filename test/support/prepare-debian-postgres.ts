// Global setup: PostgreSQL of Debian for the fault tests.
export { prepareDebianPostgres as setup } from './debian-postgres.ts';
