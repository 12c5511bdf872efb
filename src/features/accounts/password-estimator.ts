// Estimator of password strength with its word lists, which take 12 MB (decision 0055). Created on first use, in slices that
// let requests through. The packages are imported by name here, not dynamically: the bundle gives a dynamic import of
// CommonJS only a default export.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const WORDS_PER_TURN = 4_000;

let creating: Promise<ZxcvbnFactory> | undefined;

export function createPasswordEstimator(): Promise<ZxcvbnFactory> {
  creating ??= create();
  return creating;
}

/** Given all word lists at once, the factory would rank 40,000 words in one go. */
async function create(): Promise<ZxcvbnFactory> {
  const estimator = new ZxcvbnFactory({ graphs: adjacencyGraphs, l33tMaxSubstitutions: 20 });
  // Private in the types only.
  const { rankedDictionaries, rankedDictionariesMaxWordSize } = Reflect.get(estimator, 'options') as Options;
  for (const [name, words] of Object.entries(dictionary)) {
    const ranks: Record<string, number> = {};
    let longest = 0;
    for (const [index, word] of words.map(String).entries()) {
      if (index % WORDS_PER_TURN === 0) await nextTurn();
      ranks[word] = index + 1;
      longest = Math.max(longest, word.length);
    }
    rankedDictionaries[name] = ranks;
    rankedDictionariesMaxWordSize[name] = longest;
  }
  return estimator;
}
