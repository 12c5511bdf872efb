// Continues with a value or a promise of it, synchronously if possible. Awaiting a known value costs every caller a
// microtask; on the path of every request that adds up.

export function mapMaybePromise<T, R>(
  value: T | Promise<T>,
  proceed: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
}
