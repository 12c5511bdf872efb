// The command has printed its result, and the result is a failure: exit code 1 without another message.
export class SilentFailure extends Error {
  override readonly name = 'SilentFailure';
}
