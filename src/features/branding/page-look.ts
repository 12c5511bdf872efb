// What a page needs of a live branding: the logo and the stylesheet with the shades of the accent color.
import { Type } from 'typebox';
import type { Branding } from '../../domain/account/branding.ts';
import { Nullable, NullableObject } from '../../http/operations/schemas.ts';
import { stylesheetPath } from './brand-palette.ts';

export const lookFields = {
  logo: NullableObject(
    {
      url: Type.String({ description: 'A path on this host.' }),
      width: Type.Integer(),
      height: Type.Integer(),
    },
    'null: the default logo.',
  ),
  stylesheet: Nullable(Type.String({ description: 'A path on this host; null: the default colors.' })),
};

export function presentLook({ logo, accent }: Branding) {
  return {
    logo: logo && { url: `/branding/logos/${logo.digest}.png`, width: logo.width, height: logo.height },
    stylesheet: accent && stylesheetPath(accent),
  };
}
