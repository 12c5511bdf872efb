// Goes on with a value that is here already, or once it is. A promise for something known would make every caller wait a
// turn; on the way of every request that adds up.

export function whenKnown<T, R>(
  value: T | Promise<T>,
  proceed: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
}
