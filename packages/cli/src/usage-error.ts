// What the caller can put right: told in a sentence, without a stack.
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
