// Waits for all promises, then reports all their failures at once: an operator can fix everything before the next start.
import { EXIT, ExitError } from '../lib/exit-error.ts';

export async function settleAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(promises);
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  if (reasons.length > 0) throw combine(reasons);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** The same message is reported once. An error that is not for the operator, such as a programming error, wins. */
function combine(reasons: readonly unknown[]): unknown {
  const errors = reasons.filter((reason) => reason instanceof ExitError);
  const other = reasons.find((reason) => !(reason instanceof ExitError));
  if (other !== undefined || errors.length === 1) return other ?? errors[0];
  const messages = [...new Set(errors.map(({ message }) => message))];
  const isPermanent = errors.some(({ exitCode }) => exitCode === EXIT.configuration);
  const exitCode = isPermanent ? EXIT.configuration : (errors[0]?.exitCode ?? EXIT.failure);
  return new ExitError(messages.join('\n'), exitCode, { cause: errors[0] });
}
