// Where the operator API lies.

export const operatorPrefix = '/operator';

export function isOperatorPath(url: string): boolean {
  return url === operatorPrefix || url.startsWith(`${operatorPrefix}/`);
}
