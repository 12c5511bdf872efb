// Loaded before each file of fault tests: every database they use is looked through before it is dropped.
import { beforeDrop } from './database.ts';
import { examineDatabase } from './run-doctor.ts';

// Files of one worker share what is imported.
if (!beforeDrop.includes(examineDatabase)) beforeDrop.push(examineDatabase);
