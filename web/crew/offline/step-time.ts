// The time of a step, beside that of the one which waits ahead of it.

interface Timed {
  readonly action: { readonly at: string };
}

/** Whoever sets the clock of a phone back between two taps has not gone back in time: what comes later happened later. */
export function notBefore<Step extends Timed>(step: Step, earlier: Timed | undefined): Step {
  if (earlier === undefined || step.action.at >= earlier.action.at) return step;
  return { ...step, action: { ...step.action, at: earlier.action.at } };
}
