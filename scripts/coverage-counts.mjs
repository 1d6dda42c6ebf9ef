// Reads the coverage that V8 has written for processes, and adds it up by source file.
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** The path of a source file within src, in the tree or in the copy that the built program is replaced by. */
const SOURCE = /^file:.*?\/(?:dist\/test-\d+\/)?src\/(.+\.ts)$/;

/**
 * Adds up the files of a folder: by path within src, the functions of each file by their range, each with the characters that
 * some process has reached.
 */
export function readCoverage(folder) {
  const files = new Map();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const { url, functions } of result) {
      const path = SOURCE.exec(url)?.[1];
      if (!path || url.includes('/packages/')) continue;
      if (!files.has(path)) files.set(path, new Map());
      for (const one of functions) addFunction(files.get(path), one);
    }
  }
  return files;
}

/** A later report of a process leaves out functions that were not called since, so each function is counted apart. */
function addFunction(functions, { functionName, ranges }) {
  const [{ startOffset: start, endOffset: end }] = ranges;
  const key = `${start}-${end}`;
  if (!functions.has(key)) {
    functions.set(key, { name: functionName, start, end, called: false, reached: new Uint8Array(end - start) });
  }
  const counted = functions.get(key);
  if (ranges[0].count === 0) return;
  counted.called = true;
  const now = new Uint8Array(end - start);
  for (const range of ranges) now.fill(range.count > 0 ? 1 : 0, range.startOffset - start, range.endOffset - start);
  for (let i = 0; i < now.length; i++) counted.reached[i] |= now[i];
}

/**
 * The figures of a file: its lines of code and its functions, how many of them were reached, and the outermost functions that
 * were not.
 */
export function countFile(path, source, functions = new Map()) {
  // Outer functions come first; each character belongs to the innermost one.
  const nested = [...functions.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  const reached = new Uint8Array(source.length);
  for (const { start, reached: within } of nested) reached.set(within.subarray(0, source.length - start), start);
  const own = nested.filter(({ start, end }) => start > 0 || end < source.length);
  return {
    path,
    ...countLines(source, reached),
    functions: own.length,
    called: own.filter(({ called }) => called).length,
    missed: outermost(own.filter(({ called }) => !called)).map(({ name, start }) => ({
      name,
      line: source.slice(0, start).split('\n').length,
    })),
  };
}

/** Lines that hold code, without comments, types and what is blank. */
function countLines(source, reached) {
  const code = stripTypeScriptTypes(source);
  let [lines, linesReached, start, inComment] = [0, 0, 0, false];
  for (const line of code.split('\n')) {
    const text = line.trim();
    if (text.startsWith('/*')) inComment = true;
    if (text && !inComment && !text.startsWith('//')) {
      lines += 1;
      const first = start + line.indexOf(text[0]);
      if (reached.subarray(first, first + text.length).includes(1)) linesReached += 1;
    }
    if (text.endsWith('*/')) inComment = false;
    start += line.length + 1;
  }
  return { lines, linesReached };
}

function outermost(functions) {
  const found = [];
  for (const one of functions) if (!(one.end <= found.at(-1)?.end)) found.push(one);
  return found;
}
