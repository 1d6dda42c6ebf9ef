#!/usr/bin/env node
// What npm links as `souk`, on every system that has npm. It does what bin/souk does, which is a shell's script so that nothing stays
// between a server and whoever started it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runPinned } from './pinned-node.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
// A clone that nobody has built yet is built first.
const program = existsSync(here('../dist/souk.mjs')) ? here('souk.mjs') : here('../scripts/start.mjs');
runPinned(['--max-semi-space-size=8', program, ...process.argv.slice(2)]);
