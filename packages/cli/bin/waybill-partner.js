#!/usr/bin/env node
// The command as npm installs it; the code is in src/.
import '../dist/main.js';
