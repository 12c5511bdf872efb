// Problems that a crew reports on its way to a stop. The phone sends a code; operators read the text, with the crew's note. The
// texts are the labels that the crew chooses from (web/crew/messages.ts).

export const CREW_PROBLEMS = ['traffic', 'breakdown', 'accident', 'cannot_reach', 'other'] as const;
export type CrewProblem = (typeof CREW_PROBLEMS)[number];

const TEXTS: Readonly<Record<CrewProblem, string>> = {
  traffic: 'Heavy traffic',
  breakdown: 'Vehicle breakdown',
  accident: 'Accident',
  cannot_reach: 'Cannot reach the stop',
  other: 'Other problem',
};

/** "Vehicle breakdown: flat tire". */
export function formatCrewProblem(problem: CrewProblem, note: string): string {
  return note === '' ? TEXTS[problem] : `${TEXTS[problem]}: ${note}`;
}

/** Reads the text that `formatCrewProblem` wrote; `other` for text that was replaced by an erasure. */
export function readCrewProblem(text: string): { readonly problem: CrewProblem; readonly note: string } {
  const problem = CREW_PROBLEMS.find((each) => text === TEXTS[each] || text.startsWith(`${TEXTS[each]}: `));
  return problem === undefined
    ? { problem: 'other', note: text }
    : { problem, note: text.slice(TEXTS[problem].length).replace(/^: /, '') };
}
