// Estimator of password strength with its word lists, which take about 0.2 s of CPU time and 12 MB (decision 0055): import it
// through `loadPasswordEstimator`. The packages are imported by name here, not dynamically: the bundle gives a dynamic
// import of CommonJS only a default export.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export const passwordEstimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 20,
});
