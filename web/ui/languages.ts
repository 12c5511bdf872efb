// Languages of the tracking page and the crew page.

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];
