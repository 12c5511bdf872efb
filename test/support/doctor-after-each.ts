// Setup file of all tests: the doctor checks every database of a fault test before it is dropped.
import { beforeDrop } from './database.ts';
import { checkFaultTestDatabase } from './run-doctor.ts';

// Test files of one worker share modules, so the hook is added only once.
if (!beforeDrop.includes(checkFaultTestDatabase)) beforeDrop.push(checkFaultTestDatabase);
