// Keeps the times of queued steps monotonic.

interface Timed {
  readonly action: { readonly at: string };
}

/** The phone's clock may be set back between two taps: a step then takes the time of the one before it in the queue. */
export function withMonotonicTime<Step extends Timed>(step: Step, earlier: Timed | undefined): Step {
  if (earlier === undefined || step.action.at >= earlier.action.at) return step;
  return { ...step, action: { ...step.action, at: earlier.action.at } };
}
