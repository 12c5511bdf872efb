// Setup file of the fault tests: the doctor checks every database before it is dropped.
import { beforeDrop } from './database.ts';
import { checkDatabase } from './run-doctor.ts';

// Test files of one worker share modules, so the hook is added only once.
if (!beforeDrop.includes(checkDatabase)) beforeDrop.push(checkDatabase);
