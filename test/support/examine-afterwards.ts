// Loaded before each file of fault tests: every database they use is looked through before it is dropped.
import { beforeDrop } from './database.ts';
import { examineDatabase } from './examine-database.ts';

beforeDrop.push(examineDatabase);
