// Path prefix of the operator API.

export const operatorPrefix = '/operator';

export function isOperatorPath(url: string): boolean {
  return url === operatorPrefix || url.startsWith(`${operatorPrefix}/`);
}
