// Generated avatars for crew members without a picture: an initial on a color derived from the name.
import { createHash } from 'node:crypto';

export const avatarPath = '/avatars';
/** For crew members of simulated bookings, whose names are known. */
export const simulatedAvatarPath = '/sandbox/avatars';

/** `base` is the public URL with one of the paths above. */
export function avatarUrl(base: string, firstName: string): string {
  return `${base}/${encodeURIComponent(firstName.toLowerCase())}.svg`;
}

export function drawAvatar(firstName: string): string {
  const hue = createHash('sha256').update(firstName).digest().readUInt16BE(0) % 360;
  // Letters only: the name comes from the URL, so this also prevents SVG injection.
  const initial = /^\p{L}/u.exec(firstName)?.[0].toUpperCase() ?? '';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="hsl(${hue} 45% 38%)"/>`,
    `<circle cx="48" cy="38" r="17" fill="hsl(${hue} 45% 78%)"/>`,
    `<path d="M14 96c2-24 16-36 34-36s32 12 34 36z" fill="hsl(${hue} 45% 78%)"/>`,
    `<text x="48" y="88" text-anchor="middle" font-family="system-ui,sans-serif" font-size="22" font-weight="700" fill="hsl(${hue} 45% 24%)">${initial}</text>`,
    '</svg>',
  ].join('');
}
