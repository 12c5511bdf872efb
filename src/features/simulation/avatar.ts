// URLs of the avatars of simulated crew members.
const path = '/sandbox/avatars';

export function avatarUrl(publicUrl: string, firstName: string): string {
  return `${publicUrl}${path}/${encodeURIComponent(firstName.toLowerCase())}.svg`;
}

export const avatarRoute = `${path}/:file`;
