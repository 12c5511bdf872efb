#!/usr/bin/env node
// Executable of the npm package; the code is in src/.
import '../dist/main.js';
